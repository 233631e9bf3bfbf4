import type { RegistrationMessages } from "../registration-messages.ts";

export const registration: RegistrationMessages = {
  create_account: "Crear cuenta",
  no_account: "¿Aún no tiene cuenta?",
  have_account: "¿Ya tiene una cuenta?",
  enter_address: "Introduzca su correo electrónico. Le enviaremos un enlace para continuar.",
  send_link: "Enviar enlace",
  mailed: (address) => ({
    title: "Revise su bandeja de entrada",
    text: `Hemos enviado un mensaje a ${address}. Abra el enlace que contiene en este navegador para continuar. Si no llega, mire en la carpeta de correo no deseado.`,
  }),
  address_malformed: "Introduzca un correo electrónico válido.",
  domain_not_allowed: "Esta dirección no se puede usar aquí. Use la de su organización.",
  not_offered: {
    title: "Necesita una invitación",
    text: "Aquí no puede crear una cuenta por sí mismo. Pida una invitación a un administrador.",
  },
  full: {
    title: "Vuelva a intentarlo más tarde",
    text: "Hay demasiadas personas creando una cuenta en este momento.",
  },

  invited: "Aceptar la invitación",
  account_for: (address) => `Su cuenta para ${address}`,
  username: "Nombre de usuario",
  username_hint: "De 2 a 64 letras o cifras, con . _ o - entre ellas.",
  use_passkey: "Usar una llave de acceso",
  name_missing: "Introduzca su nombre.",
  name_malformed: "Acorte su nombre y escriba cada palabra en un solo alfabeto.",
  username_taken: "Este nombre de usuario ya existe. Elija otro.",
  gone: {
    title: "Este enlace ya no es válido",
    text: "Ya se ha usado, se ha retirado o ha caducado.",
  },
  address_taken: {
    title: "Ya tiene una cuenta",
    text: "Inicie sesión con ella.",
  },
  ready: {
    title: "Su cuenta está lista",
    text: "Ya puede iniciar sesión.",
  },
};
