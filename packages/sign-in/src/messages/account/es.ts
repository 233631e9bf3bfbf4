import type { AccountMessages, FactorMessages } from "../account-messages.ts";

export const account: AccountMessages = {
  title: "Su cuenta",
  sign_in_again: {
    title: "Vuelva a iniciar sesión para continuar",
    text: "Por su seguridad, este cambio solo es posible poco después de iniciar sesión.",
  },
  back: "Volver a su cuenta",

  profile: "Perfil",
  username: "Nombre de usuario",
  name: "Nombre",
  email: "Correo electrónico",

  change_password: "Cambiar la contraseña",
  current_password: "Contraseña actual",
  new_password: "Nueva contraseña",
  new_password_hint: "Al menos 8 caracteres.",
  current_password_wrong: "Esta no es su contraseña actual.",
  password_changed: {
    title: "Se ha cambiado su contraseña",
    text: "Se ha cerrado la sesión en todos los dispositivos. Inicie sesión con la nueva contraseña.",
  },

  factors: "Verificación en dos pasos",
  factors_explained:
    "Después de la contraseña, deberá introducir un código que solo usted puede ver. Así, una contraseña robada no basta para iniciar sesión.",
  authenticator_app: "Aplicación de autenticación",
  not_set_up: "Sin configurar",
  set_up: "Configurar",
  since: (date) => `Añadido el ${date}`,
  access_until: (date) => `Acceso hasta el ${date}`,
  last_used: (date) => `Último uso: ${date}`,
  never_used: "Sin usar",
  remove: "Quitar",
  app_scan: "Escanee este código QR con su aplicación de autenticación.",
  qr_code: "Código QR para su aplicación de autenticación",
  app_type: "O introduzca esta clave en la aplicación:",
  app_open: "Abrir una aplicación de autenticación en este dispositivo",
  app_confirm: "Después, introduzca el código de 6 dígitos que muestra la aplicación.",
  app_code_wrong: "El código no es válido. Introduzca el código que la aplicación muestra ahora.",
  app_added: "Se ha configurado la aplicación de autenticación.",
  factor_removed: "Se ha quitado este método de inicio de sesión.",

  recovery_codes: "Códigos de recuperación",
  recovery_codes_left: (count) => `Quedan ${count}`,
  new_recovery_codes: "Crear códigos nuevos",
  recovery_codes_shown: {
    title: "Guarde sus códigos de recuperación",
    text: "Si pierde su dispositivo, puede iniciar sesión con uno de estos códigos. Cada código sirve una sola vez. No se volverán a mostrar.",
  },
  recovery_codes_saved: "He guardado los códigos",

  passkeys: "Llaves de acceso",
  passkeys_explained:
    "Inicie sesión con su huella digital, su rostro o el bloqueo de pantalla en lugar de la contraseña.",
  no_passkey: "Todavía no tiene llaves de acceso.",
  passkey_name: "Nombre de la nueva llave",
  add_passkey: "Añadir una llave de acceso",
  passkey_added: "Se ha añadido la llave de acceso.",
  passkey_failed: "No se ha podido añadir la llave de acceso. Inténtelo de nuevo.",
  last_passkey:
    "Es la única forma de iniciar sesión en su cuenta. Antes de eliminarla, establezca una contraseña o añada otra llave de acceso.",
  passkey_needs_script: "Para añadir una llave de acceso, permita JavaScript en este sitio.",
  unnamed_passkey: "Llave de acceso",

  sessions: "Dispositivos",
  sessions_explained: "Ha iniciado sesión en estos dispositivos.",
  device: (browser, system) => `${browser} en ${system}`,
  unknown_device: "Dispositivo desconocido",
  this_device: "Este dispositivo",
  signed_in_at: (date) => `Sesión iniciada el ${date}`,
  sign_out_others: "Cerrar sesión en los demás dispositivos",
  session_ended: "Se ha cerrado la sesión en ese dispositivo.",
  sessions_ended: "Se ha cerrado la sesión en los demás dispositivos.",

  apps: "Aplicaciones conectadas",
  no_apps: "Ninguna aplicación tiene acceso a su cuenta.",
  app_may: "La aplicación puede",
  disconnect: "Desconectar",
  disconnected: "La aplicación ya no tiene acceso a su cuenta.",
};

export const factor: FactorMessages = {
  use_passkey: "Iniciar sesión con una llave de acceso",
  passkey_failed:
    "No se ha podido usar la llave de acceso. Inténtelo de nuevo o use su contraseña.",
  or: "o bien",
  confirm_title: "Confirme que es usted",
  enter_code: "Introduzca el código de su aplicación de autenticación.",
  code: "Código de 6 dígitos",
  code_missing: "Introduzca el código.",
  code_wrong: "El código no es válido o ya se ha usado.",
  lost_device: "Usar un código de recuperación",
  recovery_code: "Código de recuperación",
  use_your_passkey: "Confirme con su llave de acceso para continuar.",
  needs_script:
    "Las llaves de acceso necesitan JavaScript. Permítalo en este sitio y vuelva a cargar la página.",
};
