import type { Messages } from "./phrases.ts";

/** Spanish. */
export const es: Messages = {
  sign_in: "Iniciar sesión",
  to_continue_to: (client) => `para continuar a ${client}`,
  username: "Nombre de usuario",
  password: "Contraseña",
  remember_me: "Mantener la sesión iniciada en este dispositivo",
  cancel: "Cancelar",
  username_missing: "Escriba su nombre de usuario.",
  password_missing: "Escriba su contraseña.",
  wrong_credentials: "Este nombre de usuario y esta contraseña no se corresponden.",
  wait: (seconds) =>
    `Demasiados intentos. Espere ${seconds === 1 ? "un segundo" : `${seconds} segundos`} y vuelva a intentarlo.`,
  busy: (seconds) =>
    `Hay demasiadas personas iniciando sesión en este momento. Espere ${seconds === 1 ? "un segundo" : `${seconds} segundos`} y vuelva a intentarlo.`,
  account_gone: {
    title: "Inicie sesión de nuevo",
    text: "La cuenta que este navegador recordaba ya no está disponible. La hemos olvidado.",
  },

  client_asks: (client) => `${client} pide acceso a su cuenta`,
  from_site: (host) => `De ${host}`,
  returns_to: (host) => `Después, su navegador irá a ${host}`,
  returns_to_this_device: (host) =>
    `Después, su navegador irá a una aplicación de este dispositivo, en ${host}`,
  signed_in_as: (name) => `Sesión iniciada como ${name}`,
  use_another_account: "Usar otra cuenta",
  it_may: "Si lo permite, la aplicación podrá",
  scope: {
    openid: "reconocerle cuando vuelva",
    profile: "ver su nombre, su imagen y otros datos de su perfil",
    email: "ver su dirección de correo electrónico",
    address: "ver su dirección postal",
    phone: "ver su número de teléfono",
    offline: "conservar este acceso mientras usted no está",
    other: (scope) => `usar el permiso «${scope}»`,
  },
  scope_always_included: "siempre incluido",
  scope_is_new: "nuevo",
  at_services: "El acceso es válido en",
  remember_consent: "No volver a preguntarme para esta aplicación",
  allow: "Permitir",
  deny: "No permitir",
  privacy_policy: "Política de privacidad",
  terms_of_service: "Condiciones del servicio",

  sign_out_question: "¿Cerrar sesión?",
  sign_out_requested:
    "Una aplicación pide cerrar su sesión aquí y en las demás aplicaciones que usa con esta cuenta.",
  sign_out: "Cerrar sesión",
  stay_signed_in: "Mantener la sesión",
  signed_out: { title: "Ha cerrado la sesión", text: "Puede cerrar esta página." },
  still_signed_in: {
    title: "Su sesión sigue abierta",
    text: "No ha cambiado nada. Puede cerrar esta página.",
  },

  workspace: {
    integration_asks: (integration) => `${integration} pide acceso a su espacio de trabajo`,
    which_workspace: "¿Qué espacio de trabajo?",
    workspace_missing: "Elija un espacio de trabajo.",
    in_workspace: (workspace) => `La aplicación se conectará a su espacio de trabajo ${workspace}.`,
    known_as: (name) => `La aplicación le conocerá como ${name}`,
    for_everybody_explained:
      "La aplicación se conectará para todo el espacio de trabajo, no solo para usted.",
    capability: {
      read_content: "leer el contenido que se comparte con ella",
      update_content: "modificar el contenido que se comparte con ella",
      insert_content: "añadir contenido a lo que se comparte con ella",
      read_comment: "leer comentarios",
      insert_comment: "escribir comentarios",
      read_user_without_email: "ver el nombre y la imagen de las personas del espacio de trabajo",
      read_user_with_email:
        "ver el nombre, la imagen y el correo electrónico de las personas del espacio de trabajo",
    },
    no_capability: "ver qué espacio de trabajo es este",
    share_what: "¿Qué comparte con ella?",
    nothing_unless_ticked: "No se comparte nada que usted no marque.",
    nothing_to_share: "Todavía no hay nada que compartir en este espacio de trabajo.",
    duplicate_template: (title) =>
      `Poner una copia de la plantilla «${title}» en el espacio de trabajo`,
    no_workspace: (integration) => ({
      title: "No hay ningún espacio de trabajo que conectar",
      text: `Usted no está en ningún espacio de trabajo al que se pueda conectar ${integration}. Quien administre uno puede añadirle.`,
    }),
    unnamed: "Espacio de trabajo sin nombre",

    connected_apps: "Aplicaciones conectadas",
    connected_apps_explained:
      "Estas aplicaciones tienen acceso a sus espacios de trabajo. Desconecte las que ya no use.",
    sign_in_first: {
      title: "Inicie sesión para ver sus aplicaciones conectadas",
      text: "Solo las ven usted y quienes administran sus espacios de trabajo.",
    },
    no_membership: {
      title: "No está en ningún espacio de trabajo",
      text: "Cuando lo esté, aquí aparecerán las aplicaciones que conecte a él.",
    },
    nothing_connected: "No hay ninguna aplicación conectada a este espacio de trabajo.",
    nothing_of_yours: "No ha conectado ninguna aplicación a este espacio de trabajo.",
    seen_as_admin:
      "Como administra este espacio de trabajo, ve todas las aplicaciones, sea quien sea quien las conectó.",
    since: (day) => `Desde el ${day}`,
    for_everybody: "Para todo el espacio de trabajo",
    connected_by: (name) => `Conectada por ${name}`,
    shared: (count) => (count === 1 ? "Un elemento compartido" : `${count} elementos compartidos`),
    nothing_shared: "Nada compartido",
    dormant: "sin uso",
    app_may: "La aplicación puede",
    disconnect: "Desconectar",

    disconnect_question: (integration, workspace) => `¿Desconectar ${integration} de ${workspace}?`,
    it_can_no_longer: "La aplicación ya no podrá",
    it_loses: "Pierde el acceso a",
    what_stays:
      "Lo que la aplicación ha copiado hasta ahora se queda con ella. Puede volver a conectarla en cualquier momento.",
    keep_connected: "Dejar conectada",
    disconnected: (integration) => ({
      title: `${integration} se ha desconectado`,
      text: "Ya no tiene acceso al espacio de trabajo.",
    }),
    not_connected: {
      title: "Esta aplicación no está conectada",
      text: "Quizá ya se desconectó, o no le corresponde a usted desconectarla.",
    },
    back_to_list: "Volver a las aplicaciones conectadas",
  },

  moving_on: { title: "Un momento", text: "Le llevamos al siguiente paso." },
  proceed: "Continuar",
  expired: {
    title: "Esta página ha caducado",
    text: "Ha pasado demasiado tiempo desde que empezó. A su cuenta no le ha ocurrido nada.",
  },
  already_used: {
    title: "Este paso ya está hecho",
    text: "La página ya se usó una vez, quizá en otra pestaña o al volver atrás.",
  },
  start_again: "Empezar de nuevo",
  opened_directly: {
    title: "Aquí todavía no hay nada que hacer",
    text: "Las aplicaciones abren esta página cuando necesitan que inicie sesión. Vaya a la aplicación y empiece allí.",
  },
  cookie_missing: {
    title: "Su navegador no envió ninguna cookie",
    text: "Puede que las cookies estén bloqueadas para este sitio o que la página se abriera con otra dirección. Permita las cookies y vuelva a intentarlo.",
  },
  token_mismatch: {
    title: "Este formulario ya no es válido",
    text: "Pertenece a otra sesión del navegador. Por su seguridad, no se ha hecho nada con él.",
  },
  try_again: "Volver a intentarlo",
  unavailable: {
    title: "Esto no funciona en este momento",
    text: "El fallo es nuestro. Vuelva a intentarlo dentro de un momento.",
  },

  error: {
    title: "No se pudo completar la solicitud de la aplicación",
    text: "Usted no ha hecho nada mal. Vuelva a la aplicación e inténtelo de nuevo; si se repite, muestre estos datos a quienes la gestionan.",
  },
  reason: "Motivo",
  what_helps: "Qué ayuda",
  error_code: "Error",
  request_id: "Número de solicitud",
};
