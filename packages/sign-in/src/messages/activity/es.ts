import type { ActivityMessages } from "../activity-messages.ts";

export const activity: ActivityMessages = {
  edit_profile: "Editar el perfil",
  claim: {
    name: "Nombre completo",
    given_name: "Nombre de pila",
    family_name: "Apellidos",
    middle_name: "Segundo nombre",
    nickname: "Apodo",
    profile: "Página de perfil",
    picture: "Dirección de su foto",
    website: "Sitio web",
    gender: "Género",
    birthdate: "Fecha de nacimiento",
    zoneinfo: "Zona horaria",
    locale: "Idioma",
  },
  claim_hint: {
    birthdate: "Año, mes y día; por ejemplo, 1990-12-31.",
    zoneinfo: "Por ejemplo, Europe/Madrid.",
    locale: "Por ejemplo, es-ES.",
  },
  claim_invalid: "Este valor no es válido.",
  save: "Guardar",
  profile_saved: "Se ha guardado su perfil.",

  history: "Actividad reciente",
  history_explained:
    "¿Hay algo que no reconoce? Cambie la contraseña y cierre sesión en los demás dispositivos.",
  no_history: "No hay actividad reciente.",
  older: "Mostrar actividad anterior",
  event: {
    signed_in: "Inicio de sesión",
    password_changed: "Contraseña cambiada",
    recovery_codes_created: "Nuevos códigos de recuperación creados",
    provider_linked: "Cuenta externa vinculada",
    provider_unlinked: "Cuenta externa desvinculada",
    session_ended: "Sesión cerrada en un dispositivo",
    sessions_ended: "Sesión cerrada en otros dispositivos",
    app_disconnected: "Aplicación desconectada",
    profile_changed: "Perfil modificado",
    data_downloaded: "Datos descargados",
    account_changed: "Cuenta modificada",
    kept_tokens_removed: "Acceso de las aplicaciones eliminado",
  },
  sign_in_failed: (count) =>
    count === 1
      ? "Intento de inicio de sesión fallido"
      : `${count} intentos de inicio de sesión fallidos`,
  factor_added: {
    totp: "Aplicación de autenticación añadida",
    passkey: "Llave de acceso añadida",
  },
  factor_removed: {
    totp: "Aplicación de autenticación eliminada",
    passkey: "Llave de acceso eliminada",
  },
  kept_token_used: (app, provider) => `${app} ha obtenido acceso a su cuenta de ${provider}`,
  support_access: (actor, app) => `${actor}, de soporte, ha accedido a su cuenta con ${app}`,
  times: (count) => (count === 1 ? "1 vez" : `${count} veces`),
  by_administrator: "Por un administrador",
  method: { password: "Con contraseña", code: "Con código", passkey: "Con llave de acceso" },

  agent: "Agente de IA",
  workspace_apps: "Aplicaciones de sus espacios de trabajo",

  data: "Sus datos",
  data_explained: "Descargue en un archivo todo lo que se guarda aquí sobre usted.",
  download: "Descargar sus datos",
  delete_account: "Eliminar su cuenta",
  delete_explained: "Se eliminará su cuenta y todo lo que se guarda aquí sobre usted.",
  delete_question: "¿Quiere eliminar su cuenta?",
  what_ends: "Si elimina su cuenta",
  ends: {
    sign_in: "ya no podrá iniciar sesión",
    sessions: (count) =>
      count === 1
        ? "se cerrará la sesión en este dispositivo"
        : `se cerrará la sesión en ${count} dispositivos`,
    apps: (count) =>
      count === 1
        ? "1 aplicación conectada perderá el acceso"
        : `${count} aplicaciones conectadas perderán el acceso`,
    integrations: (count) =>
      count === 1
        ? "se desconectará 1 aplicación de espacio de trabajo que usted conectó"
        : `se desconectarán ${count} aplicaciones de espacio de trabajo que usted conectó`,
    data: "se eliminarán su perfil, sus métodos de inicio de sesión y su actividad",
  },
  cannot_be_undone:
    "Esta acción no se puede deshacer. Las aplicaciones pueden conservar lo que ya han recibido.",
  confirm_username: (username) => `Para confirmar, escriba su nombre de usuario: ${username}`,
  username_differs: "Este no es su nombre de usuario.",
  keep_account: "Conservar la cuenta",
  deleted: {
    title: "Se ha eliminado su cuenta",
    text: "Se ha cerrado la sesión en todos los dispositivos.",
  },
};
