import type { SigningInMessages } from "../signing-in-messages.ts";

export const signingIn: SigningInMessages = {
  set_up_factor: {
    title: "Configure la verificación en dos pasos",
    text: "Para iniciar sesión aquí no basta con una contraseña. Configure un segundo paso una sola vez y confirme con él cada inicio de sesión.",
  },
  set_up_passkey: {
    title: "Cree una llave de acceso",
    text: "Para iniciar sesión aquí necesita una llave de acceso. Confirme su identidad con su huella, su rostro o el bloqueo de pantalla.",
  },
  create_passkey: "Crear una llave de acceso",
  use_app: "Usar una aplicación de autenticación",
  no_usable_factor: {
    title: "No puede iniciar sesión aquí",
    text: "Su cuenta está protegida con un método que no funciona en este sitio. Pida ayuda a su administrador.",
  },

  choose_account: "Elija una cuenta",
  signed_in: "Sesión iniciada",
  signed_out: "Sesión cerrada",
  remove_account: (user) => `Quitar ${user} de la lista`,
  sign_out_all: "Cerrar sesión en todas las cuentas",
  others_signed_in: (users) => `En este navegador también tiene una sesión iniciada como ${users}.`,

  show_password: "Mostrar contraseña",
  hide_password: "Ocultar contraseña",
  password_strength: "Seguridad de la contraseña",
  strengths: {
    too_short: "Demasiado corta",
    weak: "Fácil de adivinar",
    fair: "Aceptable",
    good: "Buena",
    strong: "Muy segura",
  },
};
