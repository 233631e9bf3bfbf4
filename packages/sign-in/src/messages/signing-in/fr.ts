import type { SigningInMessages } from "../signing-in-messages.ts";

export const signingIn: SigningInMessages = {
  set_up_factor: {
    title: "Configurer la validation en deux étapes",
    text: "Un mot de passe ne suffit pas pour se connecter ici. Configurez une deuxième étape, que vous utiliserez ensuite pour confirmer chaque connexion.",
  },
  set_up_passkey: {
    title: "Créer une clé d’accès",
    text: "Une clé d’accès est nécessaire pour se connecter ici. Vous confirmez votre identité avec votre empreinte, votre visage ou le verrouillage de l’écran.",
  },
  create_passkey: "Créer une clé d’accès",
  use_app: "Utiliser une application d’authentification",
  no_usable_factor: {
    title: "Connexion impossible ici",
    text: "Votre compte est protégé par une méthode qui ne fonctionne pas sur ce site. Contactez votre administrateur.",
  },

  choose_account: "Choisir un compte",
  signed_in: "Connecté",
  signed_out: "Déconnecté",
  remove_account: (user) => `Retirer ${user} de la liste`,
  sign_out_all: "Se déconnecter de tous les comptes",
  others_signed_in: (users) => `Vous êtes aussi connecté dans ce navigateur en tant que ${users}.`,

  show_password: "Afficher le mot de passe",
  hide_password: "Masquer le mot de passe",
  password_strength: "Niveau de sécurité du mot de passe",
  strengths: {
    too_short: "Trop court",
    weak: "Facile à deviner",
    fair: "Moyen",
    good: "Bon",
    strong: "Élevé",
  },
};
