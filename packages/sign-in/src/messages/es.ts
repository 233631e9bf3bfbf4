import { account, factor } from "./account/es.ts";
import { federation } from "./federation/es.ts";
import { signingIn } from "./signing-in/es.ts";
import { registration } from "./registration/es.ts";
import { mail } from "./mail/es.ts";
import { activity } from "./activity/es.ts";
import type { Messages } from "./messages-type.ts";
import { passwordMessages } from "./password-texts.ts";

/** Spanish. */
export const es: Messages = {
  sign_in: "Iniciar sesión",
  to_continue_to: (client) => `Continuar en ${client}`,
  username: "Usuario o correo electrónico",
  choose_password: passwordMessages.es,
  password: "Contraseña",
  remember_me: "Mantener la sesión iniciada en este dispositivo",
  cancel: "Cancelar",
  username_missing: "Introduzca su usuario o correo electrónico.",
  password_missing: "Introduzca su contraseña.",
  wrong_credentials: "Usuario o contraseña incorrectos.",
  wait: (seconds) =>
    `Demasiados intentos. Vuelva a intentarlo en ${seconds === 1 ? "1 segundo" : `${seconds} segundos`}.`,
  busy: (seconds) =>
    `Hay demasiadas personas iniciando sesión en este momento. Vuelva a intentarlo en ${seconds === 1 ? "1 segundo" : `${seconds} segundos`}.`,
  account_gone: {
    title: "Inicie sesión de nuevo",
    text: "La cuenta con la que había iniciado sesión ya no está disponible, por lo que se ha cerrado la sesión.",
  },

  client_asks: (client) => `${client} quiere acceder a su cuenta`,
  from_site: (host) => `De ${host}`,
  returns_to: (host) => `Se le redirigirá a ${host}`,
  returns_to_this_device: (host) =>
    `Se le redirigirá a una aplicación de este dispositivo (${host})`,
  may_be_impersonated: (client) =>
    `Cualquier programa de este dispositivo puede hacerse pasar por ${client}. Permita el acceso solo si acaba de solicitar el inicio de sesión desde esa aplicación.`,
  signed_in_as: (name) => `Sesión iniciada como ${name}`,
  use_another_account: "Usar otra cuenta",
  app_may_if_allowed: "Si lo permite, la aplicación podrá",
  app_may_also: "Si lo permite, la aplicación también podrá",
  already_allowed: "Ya permitido",
  scope: {
    openid: "reconocerle cuando vuelva",
    profile: "ver su nombre, su foto y otros datos de su perfil",
    email: "ver su dirección de correo electrónico",
    address: "ver su dirección postal",
    phone: "ver su número de teléfono",
    offline: "conservar este acceso aunque no esté usando la aplicación",
    vault: (provider) => `usar su cuenta de ${provider} en su nombre`,
    other: (scope) => `acceder a «${scope}» en su nombre`,
  },
  claim: {
    name: "ver su nombre",
    username: "ver su nombre de usuario",
    picture: "ver su foto",
    website: "ver sus páginas web",
    gender: "ver su género",
    birthdate: "ver su fecha de nacimiento",
    locale: "ver su idioma y su zona horaria",
    updated_at: "ver cuándo se modificaron sus datos por última vez",
  },
  claim_is_required: "requerido por la aplicación",
  details_asked: "¿Quiere permitir lo siguiente?",
  all_details: "Todos los datos",
  scope_always_included: "siempre incluido",
  scope_is_new: "nuevo",
  audience: "El acceso se aplica a",
  remember_consent: "No volver a preguntarme para esta aplicación",
  allow: "Permitir",
  deny: "Denegar",
  privacy_policy: "Política de privacidad",
  terms_of_service: "Condiciones del servicio",
  imprint: "Aviso legal",

  sign_out_question: "¿Cerrar sesión?",
  sign_out_requested:
    "Una aplicación quiere cerrar su sesión. También se cerrará en las demás aplicaciones que usa con esta cuenta.",
  sign_out: "Cerrar sesión",
  stay_signed_in: "Mantener la sesión iniciada",
  signed_out: { title: "Su sesión está cerrada", text: "Puede cerrar esta página." },
  still_signed_in: {
    title: "Su sesión sigue iniciada",
    text: "No ha cambiado nada. Puede cerrar esta página.",
  },

  account,
  activity,
  factor,
  federation,
  signing_in: signingIn,
  registration,
  mail,

  device: {
    connect: "Conectar un dispositivo",
    enter_code: "Introduzca el código que aparece en su dispositivo.",
    code: "Código",
    code_missing: "Introduzca el código.",
    code_invalid:
      "Este código no es válido. Compruébelo en su dispositivo o solicite allí uno nuevo.",
    confirm: (client) => `¿Conectar ${client} a su cuenta?`,
    same_code: "Compruebe que su dispositivo muestra este código:",
    beware:
      "Continúe solo si ha iniciado este proceso personalmente en un dispositivo que tiene delante. Si alguien le ha enviado el código o un enlace, seleccione «Denegar». De lo contrario, esa persona tendrá acceso a su cuenta.",
    connected: {
      title: "Su dispositivo está conectado",
      text: "Puede cerrar esta página y volver a su dispositivo.",
    },
    not_connected: {
      title: "El dispositivo no se ha conectado",
      text: "No tiene acceso a su cuenta. Puede cerrar esta página.",
    },
    see_device: {
      title: "Continúe en su dispositivo",
      text: "Su dispositivo indica si está conectado. Si todavía muestra un código, introdúzcalo.",
    },
  },

  approve: {
    client_asks: (client) => `${client} quiere iniciar sesión con su cuenta`,
    same_message: "Compruebe que la aplicación muestra el mismo mensaje:",
    beware:
      "Permita esta solicitud solo si acaba de iniciarla personalmente. Si alguien le ha llamado o escrito por este motivo, seleccione «Denegar». De lo contrario, esa persona tendrá acceso a su cuenta.",
    nothing: {
      title: "No hay solicitudes pendientes",
      text: "Aquí aparecen las solicitudes de inicio de sesión de aplicaciones externas a este navegador.",
    },
    check_again: "Comprobar de nuevo",
    sign_in_first: {
      title: "Inicie sesión para ver sus solicitudes",
      text: "Es posible que una aplicación esté esperando su respuesta.",
    },
    sign_in_again: {
      title: "Inicie sesión de nuevo",
      text: "La aplicación exige un inicio de sesión más reciente o con otro método.",
    },
    allowed: {
      title: "Ha permitido el inicio de sesión",
      text: "Puede cerrar esta página y volver a la aplicación.",
    },
    denied: {
      title: "Ha denegado el inicio de sesión",
      text: "La aplicación no tiene acceso a su cuenta. Puede cerrar esta página.",
    },
  },

  workspace: {
    integration_asks: (integration) => `${integration} quiere acceder a su espacio de trabajo`,
    which_workspace: "¿Qué espacio de trabajo quiere conectar?",
    workspace_missing: "Seleccione un espacio de trabajo.",
    in_workspace: (workspace) => `La aplicación se conectará a su espacio de trabajo ${workspace}.`,
    known_as: (name) => `Aparecerá en la aplicación como ${name}`,
    whole_workspace_explained:
      "La aplicación se conectará a todo el espacio de trabajo, no solo a su cuenta.",
    capability: {
      read_content: "leer el contenido que comparta con ella",
      update_content: "modificar el contenido que comparta con ella",
      insert_content: "añadir contenido a lo que comparta con ella",
      read_comment: "leer comentarios",
      insert_comment: "escribir comentarios",
      read_user_without_email: "ver el nombre y la foto de los miembros del espacio de trabajo",
      read_user_with_email:
        "ver el nombre, la foto y el correo electrónico de los miembros del espacio de trabajo",
    },
    no_capability: "ver de qué espacio de trabajo se trata",
    share_what: "¿Qué quiere compartir?",
    only_selected_is_shared: "Solo se comparte lo que seleccione.",
    nothing_to_share: "Todavía no hay nada que compartir en este espacio de trabajo.",
    duplicate_template: (title) =>
      `Añadir una copia de la plantilla «${title}» al espacio de trabajo`,
    no_workspace: (integration) => ({
      title: "No hay ningún espacio de trabajo que conectar",
      text: `No es miembro de ningún espacio de trabajo al que se pueda conectar ${integration}. Pida a un administrador que le añada.`,
    }),
    unnamed: "Espacio de trabajo sin nombre",

    connected_apps: "Aplicaciones conectadas",
    connected_apps_explained:
      "Estas aplicaciones tienen acceso a sus espacios de trabajo. Desconecte las que ya no use.",
    sign_in_first: {
      title: "Inicie sesión para ver sus aplicaciones conectadas",
      text: "Solo usted y los administradores de sus espacios de trabajo pueden verlas.",
    },
    no_membership: {
      title: "No es miembro de ningún espacio de trabajo",
      text: "Cuando se una a uno, aquí aparecerán las aplicaciones que conecte a él.",
    },
    no_app_connected: "No hay ninguna aplicación conectada a este espacio de trabajo.",
    no_app_of_yours: "No ha conectado ninguna aplicación a este espacio de trabajo.",
    admin_sees_all:
      "Como administrador, ve todas las aplicaciones conectadas, incluidas las de otros miembros.",
    since: (day) => `Desde el ${day}`,
    whole_workspace: "Para todo el espacio de trabajo",
    connected_by: (name) => `Conectada por ${name}`,
    shared: (count) => (count === 1 ? "1 elemento compartido" : `${count} elementos compartidos`),
    nothing_shared: "Nada compartido",
    dormant: "inactiva",
    app_may: "La aplicación puede",
    disconnect: "Desconectar",

    disconnect_question: (integration, workspace) => `¿Desconectar ${integration} de ${workspace}?`,
    app_can_no_longer: "La aplicación ya no podrá",
    app_loses_access_to: "Perderá el acceso a",
    copies_stay:
      "La aplicación conserva lo que ya ha copiado. Puede volver a conectarla en cualquier momento.",
    keep_connected: "Mantener conectada",
    disconnected: (integration) => ({
      title: `${integration} se ha desconectado`,
      text: "Ya no tiene acceso al espacio de trabajo.",
    }),
    not_connected: {
      title: "Esta aplicación no está conectada",
      text: "Es posible que ya se haya desconectado o que usted no tenga permiso para desconectarla.",
    },
    back_to_list: "Volver a las aplicaciones conectadas",

    directory: "Directorio de aplicaciones",
    directory_explained:
      "Aplicaciones que puede conectar a los espacios de trabajo que administra y lo que pueden hacer en ellos.",
    sign_in_first_for_directory: {
      title: "Inicie sesión para ver el directorio de aplicaciones",
      text: "Los administradores de un espacio de trabajo pueden ver qué aplicaciones están disponibles.",
    },
    not_an_administrator: {
      title: "No es administrador de ningún espacio de trabajo",
      text: "Solo los administradores de un espacio de trabajo pueden ver el directorio de aplicaciones.",
    },
    directory_empty: "No hay aplicaciones disponibles para este espacio de trabajo.",
    whole_workspace_possible: "Se puede conectar a todo el espacio de trabajo",
    connected: "conectada",
    connect: "Conectar",
    connect_in_app: "Para conectar esta aplicación, empiece desde la propia aplicación.",
  },

  redirecting: {
    title: "Redirigiendo…",
    text: "Si no se le redirige automáticamente, seleccione «Continuar».",
  },
  proceed: "Continuar",
  expired: {
    title: "Esta página ha caducado",
    text: "Ha pasado demasiado tiempo desde que empezó. Su cuenta no se ha visto afectada.",
  },
  already_used: {
    title: "Este paso ya se ha completado",
    text: "Quizá lo haya completado en otra pestaña o antes de volver a esta página.",
  },
  start_in_app: "Vuelva a la aplicación y empiece de nuevo.",
  start_again: "Empezar de nuevo",
  opened_directly: {
    title: "Aquí todavía no hay nada que hacer",
    text: "Las aplicaciones abren esta página cuando debe iniciar sesión. Vaya a la aplicación e inicie sesión desde allí.",
  },
  cookie_missing: {
    title: "Su navegador no ha enviado ninguna cookie",
    text: "Es posible que las cookies estén bloqueadas para este sitio o que la página se haya abierto con otra dirección. Permita las cookies y vuelva a intentarlo.",
  },
  token_mismatch: {
    title: "Este formulario ya no es válido",
    text: "Pertenece a otra sesión del navegador. Por su seguridad, no se ha procesado.",
  },
  try_again: "Volver a intentarlo",
  unavailable: {
    title: "Se ha producido un error",
    text: "El problema es nuestro. Vuelva a intentarlo en unos instantes.",
  },

  error: {
    title: "No se ha podido completar la solicitud de la aplicación",
    text: "No es culpa suya. Vuelva a la aplicación e inténtelo de nuevo. Si el problema continúa, envíe estos datos al equipo de asistencia de la aplicación.",
  },
  app_unknown: {
    title: "No se ha podido identificar la aplicación",
    text: "La aplicación no está registrada aquí o ha dejado de estarlo. Envíe estos datos a su equipo de asistencia.",
  },
  app_disabled: {
    title: "Esta aplicación está desactivada",
    text: "Por ahora no puede iniciar sesión en ella. Envíe estos datos al soporte de la aplicación.",
  },
  too_many_requests: {
    title: "Demasiadas solicitudes",
    text: "Se han recibido demasiadas solicitudes de su red en poco tiempo. Espere un momento y vuelva a intentarlo.",
  },
  technical_details: "Detalles técnicos (en inglés)",
  reason: "Motivo",
  how_to_fix: "Qué puede hacer",
  error_code: "Error",
  request_id: "ID de solicitud",
  no_error: {
    title: "No hay ningún error que mostrar",
    text: "Las aplicaciones abren esta página cuando algo falla. Para iniciar sesión, vaya a la aplicación que quiera usar.",
  },

  page_not_found: {
    title: "Esta página no existe",
    text: "Compruebe la dirección. Si ha llegado aquí desde un enlace de una aplicación, comuníquelo a su equipo de asistencia.",
  },
  wrong_method: {
    title: "Esta página no se puede abrir así",
    text: "Esta dirección espera otro tipo de solicitud, normalmente de una aplicación. Si ha llegado aquí desde un enlace de una aplicación, comuníquelo a su equipo de asistencia.",
  },
  start: {
    title: "Servidor de inicio de sesión",
    text: "Este servidor permite iniciar sesión en las aplicaciones y controla a qué pueden acceder, mediante OAuth 2.0 y OpenID Connect. Para iniciar sesión, vaya a la aplicación que quiera usar.",
  },
  issuer: "Emisor",
  discovery_document: "Documento de descubrimiento",
  open_console: "Abrir la consola",
};
