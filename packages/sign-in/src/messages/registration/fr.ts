import type { RegistrationMessages } from "../registration-messages.ts";

export const registration: RegistrationMessages = {
  create_account: "Créer un compte",
  no_account: "Pas encore de compte\u202f?",
  have_account: "Vous avez déjà un compte\u202f?",
  enter_address: "Saisissez votre adresse e-mail. Nous vous enverrons un lien pour continuer.",
  send_link: "Envoyer le lien",
  mailed: (address) => ({
    title: "Consultez votre boîte de réception",
    text: `Nous avons envoyé un e-mail à ${address}. Ouvrez le lien qu’il contient dans ce navigateur pour continuer. S’il n’arrive pas, vérifiez votre dossier de courrier indésirable.`,
  }),
  address_malformed: "Saisissez une adresse e-mail valide.",
  domain_not_allowed:
    "Cette adresse ne peut pas être utilisée ici. Utilisez celle de votre organisation.",
  not_offered: {
    title: "Une invitation est nécessaire",
    text: "Vous ne pouvez pas créer de compte vous-même ici. Demandez une invitation à un administrateur.",
  },
  full: {
    title: "Réessayez plus tard",
    text: "De très nombreuses personnes créent un compte en ce moment.",
  },

  invited: "Accepter l’invitation",
  account_for: (address) => `Votre compte pour ${address}`,
  username: "Identifiant",
  username_hint: "De 2 à 64 lettres ou chiffres, séparés si besoin par . _ ou -.",
  use_passkey: "Utiliser une clé d’accès à la place",
  name_missing: "Saisissez votre nom.",
  name_malformed: "Raccourcissez votre nom et écrivez chaque mot dans un seul alphabet.",
  username_taken: "Cet identifiant est déjà pris. Choisissez-en un autre.",
  gone: {
    title: "Ce lien n’est plus valable",
    text: "Il a déjà été utilisé, a été retiré ou a expiré.",
  },
  address_taken: {
    title: "Vous avez déjà un compte",
    text: "Connectez-vous avec ce compte.",
  },
  ready: {
    title: "Votre compte est prêt",
    text: "Vous pouvez maintenant vous connecter.",
  },
};
