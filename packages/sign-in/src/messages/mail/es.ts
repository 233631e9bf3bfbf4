import { durationIn } from "../duration.ts";
import type { MailMessages } from "../mail-messages.ts";

export const mail: MailMessages = {
  forgot_password: "¿Ha olvidado su contraseña?",
  forgot_title: "Restablecer la contraseña",
  forgot_text:
    "Escriba su nombre de usuario o su correo electrónico verificado. Recibirá un mensaje con un enlace para elegir una contraseña nueva.",
  username_or_email: "Usuario o correo electrónico",
  send_link: "Enviar enlace",
  link_sent: {
    title: "Revise su correo electrónico",
    text: "Si existe una cuenta con un correo electrónico verificado, le hemos enviado un enlace. Funciona durante 30 minutos. Revise también la carpeta de correo no deseado.",
  },
  mails_paused: (seconds) =>
    `Se han solicitado demasiados correos. Podrá solicitar otro en ${durationIn("es", seconds)}.`,
  reset_title: "Elija una contraseña nueva",
  reset_for: (username) =>
    `Para la cuenta ${username}. Se cerrará su sesión en todos los dispositivos.`,
  reset_done: {
    title: "Su contraseña se ha cambiado",
    text: "Se ha cerrado su sesión en todos los dispositivos. Inicie sesión con la contraseña nueva.",
  },
  reset_next: "A continuación, inicie sesión y revise qué podía usar su cuenta antes.",
  recovery: {
    title: "Revise qué puede usar su cuenta",
    text: "Su contraseña se ha restablecido por correo y se ha cerrado su sesión en todos los dispositivos. Lo que aparece aquí se añadió antes y sigue funcionando. Elimine lo que no sea suyo.",
    check: "Revisar ahora",
    keep: "Conservar",
    later: "Más tarde",
    save: "Guardar",
    choose: "Elija en cada caso si desea conservarlo o eliminarlo.",
    done: "Se han guardado sus decisiones.",
    passkey: "Llave de acceso",
    app: "Aplicación conectada",
  },
  link_gone: {
    title: "Este enlace ya no funciona",
    text: "Ha caducado o ya se ha utilizado. Solicite uno nuevo.",
  },
  request_again: "Solicitar un enlace nuevo",

  email_code: "Recibir un código por correo",
  email_code_title: "Escriba el código",
  email_code_text:
    "Si existe una cuenta con un correo electrónico verificado, le hemos enviado un código. Funciona durante 10 minutos y solo en este navegador.",
  email_code_gone: "Este código ya no funciona. Solicite uno nuevo.",

  email: "Correo electrónico",
  no_email: "Su cuenta no tiene ningún correo electrónico.",
  verified: "Verificado",
  not_verified: "Sin verificar",
  verify: "Verificar",
  change_email: "Cambiar correo electrónico",
  new_email: "Correo electrónico nuevo",
  new_email_hint: "Recibirá un mensaje con un enlace. El correo cambiará cuando lo abra.",
  email_invalid: "Escriba un correo electrónico como alice@example.com.",
  verification_sent:
    "Le hemos enviado un mensaje. Abra el enlace que contiene para verificar el correo electrónico.",

  verify_title: "Verifique su correo electrónico",
  verify_question: (address, username) => `¿Es ${address} el correo de su cuenta ${username}?`,
  email_verified: {
    title: "Su correo electrónico está verificado",
    text: "Puede usarlo para iniciar sesión y para restablecer su contraseña.",
  },
  username_stays: (username) =>
    `Su nombre de usuario sigue siendo ${username}. Puede iniciar sesión con cualquiera de los dos.`,
  email_taken: {
    title: "Otra cuenta usa este correo electrónico",
    text: "Un correo electrónico solo se puede verificar para una cuenta. Inicie sesión en la otra cuenta o use otro correo.",
  },
  sign_in_to_verify: {
    title: "Inicie sesión para verificar su correo electrónico",
    text: "Inicie sesión en la cuenta a la que se refiere el mensaje.",
  },
  open_account: "Abrir su cuenta",
};
