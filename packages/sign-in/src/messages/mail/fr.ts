import { durationIn } from "../duration.ts";
import type { MailMessages } from "../mail-messages.ts";

export const mail: MailMessages = {
  forgot_password: "Mot de passe oublié\u202f?",
  forgot_title: "Réinitialiser votre mot de passe",
  forgot_text:
    "Saisissez votre identifiant ou votre adresse e-mail confirmée. Vous recevrez un e-mail avec un lien pour choisir un nouveau mot de passe.",
  username_or_email: "Identifiant ou adresse e-mail",
  send_link: "Envoyer le lien",
  link_sent: {
    title: "Consultez vos e-mails",
    text: "S’il existe un compte avec une adresse e-mail confirmée, un lien vient d’y être envoyé. Il est valable 30 minutes. Vérifiez aussi vos courriers indésirables.",
  },
  mails_paused: (seconds) =>
    `Trop d’e-mails ont été demandés. Vous pourrez en demander un autre dans ${durationIn("fr", seconds)}.`,
  reset_title: "Choisissez un nouveau mot de passe",
  reset_for: (username) =>
    `Pour le compte ${username}. Vous serez déconnecté de tous vos appareils.`,
  reset_done: {
    title: "Votre mot de passe a été modifié",
    text: "Vous avez été déconnecté de tous vos appareils. Connectez-vous avec votre nouveau mot de passe.",
  },
  reset_next: "Connectez-vous ensuite et vérifiez ce qui pouvait utiliser votre compte auparavant.",
  recovery: {
    title: "Vérifiez ce qui peut utiliser votre compte",
    text: "Votre mot de passe a été réinitialisé par e-mail et vous avez été déconnecté de tous vos appareils. Les éléments ci-dessous ont été ajoutés auparavant et fonctionnent toujours. Supprimez ce qui n’est pas à vous.",
    check: "Vérifier maintenant",
    keep: "Conserver",
    later: "Plus tard",
    save: "Enregistrer",
    choose: "Choisissez pour chaque élément s’il faut le conserver ou le supprimer.",
    done: "Vos choix ont été enregistrés.",
    passkey: "Clé d’accès",
    app: "Application connectée",
  },
  link_gone: {
    title: "Ce lien ne fonctionne plus",
    text: "Il a expiré ou a déjà été utilisé. Demandez-en un nouveau.",
  },
  request_again: "Demander un nouveau lien",

  email_code: "Recevoir un code par e-mail",
  email_code_title: "Saisissez le code",
  email_code_text:
    "S’il existe un compte avec une adresse e-mail confirmée, un code vient d’y être envoyé. Il est valable 10 minutes, dans ce navigateur uniquement.",
  email_code_gone: "Ce code ne fonctionne plus. Demandez-en un nouveau.",

  email: "Adresse e-mail",
  no_email: "Votre compte n’a pas d’adresse e-mail.",
  verified: "Confirmée",
  not_verified: "Non confirmée",
  verify: "Confirmer",
  change_email: "Modifier l’adresse e-mail",
  new_email: "Nouvelle adresse e-mail",
  new_email_hint:
    "Vous recevrez un e-mail avec un lien. L’adresse sera modifiée lorsque vous l’ouvrirez.",
  email_invalid: "Saisissez une adresse e-mail comme alice@example.com.",
  verification_sent:
    "Nous vous avons envoyé un e-mail. Ouvrez le lien qu’il contient pour confirmer l’adresse.",

  verify_title: "Confirmez votre adresse e-mail",
  verify_question: (address, username) =>
    `L’adresse ${address} est-elle bien celle de votre compte ${username}\u202f?`,
  email_verified: {
    title: "Votre adresse e-mail est confirmée",
    text: "Elle vous permet de vous connecter et de réinitialiser votre mot de passe.",
  },
  username_stays: (username) =>
    `Votre identifiant reste ${username}. Vous pouvez vous connecter avec l’un ou l’autre.`,
  email_taken: {
    title: "Un autre compte utilise cette adresse e-mail",
    text: "Une adresse ne peut être confirmée que pour un seul compte. Connectez-vous à l’autre compte ou utilisez une autre adresse.",
  },
  sign_in_to_verify: {
    title: "Connectez-vous pour confirmer votre adresse e-mail",
    text: "Connectez-vous au compte concerné par l’e-mail.",
  },
  open_account: "Ouvrir votre compte",
};
