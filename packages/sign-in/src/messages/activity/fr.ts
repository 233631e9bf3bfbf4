import type { ActivityMessages } from "../activity-messages.ts";

export const activity: ActivityMessages = {
  edit_profile: "Modifier le profil",
  claim: {
    name: "Nom complet",
    given_name: "Prénom",
    family_name: "Nom de famille",
    middle_name: "Deuxième prénom",
    nickname: "Surnom",
    profile: "Page de profil",
    picture: "Adresse de votre photo",
    website: "Site web",
    gender: "Genre",
    birthdate: "Date de naissance",
    zoneinfo: "Fuseau horaire",
    locale: "Langue",
  },
  claim_hint: {
    birthdate: "Année, mois et jour, par exemple 1990-12-31.",
    zoneinfo: "Par exemple Europe/Paris.",
    locale: "Par exemple fr-FR.",
  },
  claim_invalid: "Cette valeur n’est pas valide.",
  save: "Enregistrer",
  profile_saved: "Votre profil a été enregistré.",

  history: "Activité récente",
  history_explained:
    "Vous ne reconnaissez pas une activité\u202f? Modifiez votre mot de passe et déconnectez-vous de tous les autres appareils.",
  no_history: "Aucune activité récente.",
  older: "Afficher les activités plus anciennes",
  event: {
    signed_in: "Connexion",
    password_changed: "Mot de passe modifié",
    recovery_codes_created: "Nouveaux codes de récupération créés",
    provider_linked: "Compte externe associé",
    provider_unlinked: "Compte externe dissocié",
    session_ended: "Déconnexion d’un appareil",
    sessions_ended: "Déconnexion des autres appareils",
    app_disconnected: "Application déconnectée",
    profile_changed: "Profil modifié",
    data_downloaded: "Données téléchargées",
    account_changed: "Compte modifié",
    kept_tokens_removed: "Accès des applications supprimé",
  },
  sign_in_failed: (count) => (count === 1 ? "Échec de connexion" : `${count} échecs de connexion`),
  factor_added: {
    totp: "Application d’authentification ajoutée",
    passkey: "Clé d’accès ajoutée",
  },
  factor_removed: {
    totp: "Application d’authentification supprimée",
    passkey: "Clé d’accès supprimée",
  },
  kept_token_used: (app, provider) => `${app} a obtenu l’accès à votre compte ${provider}`,
  support_access: (actor, app) => `${actor}, de l’assistance, a accédé à votre compte avec ${app}`,
  times: (count) => `${count} fois`,
  by_administrator: "Par un administrateur",
  method: { password: "Par mot de passe", code: "Par code", passkey: "Par clé d’accès" },

  agent: "Agent IA",
  workspace_apps: "Applications de vos espaces de travail",

  data: "Vos données",
  data_explained: "Téléchargez dans un fichier tout ce qui est enregistré ici à votre sujet.",
  download: "Télécharger vos données",
  delete_account: "Supprimer votre compte",
  delete_explained:
    "Votre compte et tout ce qui est enregistré ici à votre sujet seront supprimés.",
  delete_question: "Supprimer votre compte\u202f?",
  what_ends: "Si vous supprimez votre compte",
  ends: {
    sign_in: "vous ne pourrez plus vous connecter",
    sessions: (count) =>
      count === 1
        ? "vous serez déconnecté de cet appareil"
        : `vous serez déconnecté de ${count} appareils`,
    apps: (count) =>
      count === 1
        ? "1 application connectée perdra son accès"
        : `${count} applications connectées perdront leur accès`,
    integrations: (count) =>
      count === 1
        ? "1 application d’espace de travail que vous avez connectée sera déconnectée"
        : `${count} applications d’espace de travail que vous avez connectées seront déconnectées`,
    data: "votre profil, vos moyens de connexion et votre activité seront supprimés",
  },
  cannot_be_undone:
    "Cette action est irréversible. Les applications peuvent conserver ce qu’elles ont déjà reçu.",
  confirm_username: (username) => `Pour confirmer, saisissez votre identifiant\u202f: ${username}`,
  username_differs: "Ce n’est pas votre identifiant.",
  keep_account: "Conserver le compte",
  deleted: {
    title: "Votre compte a été supprimé",
    text: "Vous avez été déconnecté de tous vos appareils.",
  },
};
