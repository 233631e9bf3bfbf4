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
