import type { FederationMessages } from "../federation-messages.ts";

export const federation: FederationMessages = {
  sign_in_with: (provider) => `Iniciar sesión con ${provider}`,
  unavailable: (provider) =>
    `No se puede acceder a ${provider} en este momento. Inténtelo más tarde o inicie sesión de otra forma.`,
  cancelled: (provider) => `No ha iniciado sesión con ${provider}.`,
  failed: (provider) => `No se ha podido iniciar sesión con ${provider}. Inténtelo de nuevo.`,
  failed_for_good: (provider) =>
    `No se ha podido iniciar sesión con ${provider}. Intentarlo de nuevo no servirá: inicie sesión de otra forma o póngase en contacto con su administrador.`,
  refused: (provider) =>
    `No puede iniciar sesión con esta cuenta de ${provider}. Póngase en contacto con su administrador.`,
  prove_account: (provider, label) => ({
    title: "¿Ya tiene una cuenta?",
    text: `Su cuenta de ${provider} ${label} aún no está vinculada. Inicie sesión una vez con su usuario y contraseña, o con una llave de acceso. Después podrá iniciar sesión con ${provider}.`,
  }),
  other_account: (provider) => `Esta cuenta de ${provider} ya está vinculada aquí a otra cuenta.`,
  other_identity: (provider) => `Su cuenta ya está vinculada a otra cuenta de ${provider}.`,
  response_unknown: {
    title: "Este inicio de sesión ha caducado",
    text: "Ha tardado demasiado, ya se ha utilizado o se inició en otro navegador.",
  },

  title: "Iniciar sesión con otras cuentas",
  explained: "Cuentas con las que puede iniciar sesión en lugar de usar su contraseña.",
  link: "Vincular",
  not_linked: "No se ha vinculado la cuenta",
  provider_linked: "Se ha vinculado la cuenta. Ya puede iniciar sesión con ella.",
  provider_unlinked: "Se ha eliminado el vínculo. Ya no puede iniciar sesión con esa cuenta.",
  last_way:
    "Ya no podría iniciar sesión. Antes, establezca una contraseña o añada una llave de acceso.",
  kept_for: (apps) => `Aplicaciones que pueden usar esta cuenta en su nombre: ${apps}`,
  kept_for_none: "Ninguna aplicación usa esta cuenta en su nombre.",
  remove_kept: "Quitar el acceso a las aplicaciones",
  kept_removed:
    "Se ha quitado el acceso a las aplicaciones. La próxima vez que inicie sesión con esta cuenta, las aplicaciones que usted permita podrán volver a usarla.",
  set_password: "Establecer una contraseña",
};
