import type { Messages } from "./phrases.ts";

/** French. */
export const fr: Messages = {
  sign_in: "Se connecter",
  to_continue_to: (client) => `pour continuer vers ${client}`,
  username: "Nom d’utilisateur",
  password: "Mot de passe",
  remember_me: "Rester connecté sur cet appareil",
  cancel: "Annuler",
  username_missing: "Saisissez votre nom d’utilisateur.",
  password_missing: "Saisissez votre mot de passe.",
  wrong_credentials: "Ce nom d’utilisateur et ce mot de passe ne vont pas ensemble.",
  wait: (seconds) =>
    `Trop de tentatives. Patientez ${seconds === 1 ? "une seconde" : `${seconds} secondes`}, puis réessayez.`,
  busy: (seconds) =>
    `Trop de personnes se connectent en ce moment. Patientez ${seconds === 1 ? "une seconde" : `${seconds} secondes`}, puis réessayez.`,
  account_gone: {
    title: "Veuillez vous reconnecter",
    text: "Le compte mémorisé par ce navigateur n’est plus disponible. Nous l’avons oublié.",
  },

  client_asks: (client) => `${client} demande l’accès à votre compte`,
  from_site: (host) => `De ${host}`,
  returns_to: (host) => `Votre navigateur ira ensuite vers ${host}`,
  returns_to_this_device: (host) =>
    `Votre navigateur ira ensuite vers une application de cet appareil, à l’adresse ${host}`,
  signed_in_as: (name) => `Connecté en tant que ${name}`,
  use_another_account: "Utiliser un autre compte",
  it_may: "Si vous l’autorisez, l’application pourra",
  scope: {
    openid: "vous reconnaître à votre retour",
    profile: "voir votre nom, votre photo et d’autres éléments de votre profil",
    email: "voir votre adresse e-mail",
    address: "voir votre adresse postale",
    phone: "voir votre numéro de téléphone",
    offline: "conserver cet accès en votre absence",
    other: (scope) => `utiliser l’autorisation « ${scope} »`,
  },
  scope_always_included: "toujours inclus",
  scope_is_new: "nouveau",
  at_services: "L’accès est valable auprès de",
  remember_consent: "Ne plus me demander pour cette application",
  allow: "Autoriser",
  deny: "Ne pas autoriser",
  privacy_policy: "Politique de confidentialité",
  terms_of_service: "Conditions d’utilisation",

  sign_out_question: "Se déconnecter ?",
  sign_out_requested:
    "Une application demande à vous déconnecter ici et dans les autres applications que vous utilisez avec ce compte.",
  sign_out: "Se déconnecter",
  stay_signed_in: "Rester connecté",
  signed_out: { title: "Vous êtes déconnecté", text: "Vous pouvez fermer cette page." },
  still_signed_in: {
    title: "Vous êtes toujours connecté",
    text: "Rien n’a changé. Vous pouvez fermer cette page.",
  },

  workspace: {
    integration_asks: (integration) => `${integration} demande l’accès à votre espace de travail`,
    which_workspace: "Quel espace de travail ?",
    workspace_missing: "Choisissez un espace de travail.",
    in_workspace: (workspace) =>
      `L’application sera connectée à votre espace de travail ${workspace}.`,
    known_as: (name) => `L’application vous connaîtra sous le nom de ${name}`,
    for_everybody_explained:
      "L’application sera connectée pour tout l’espace de travail, et pas seulement pour vous.",
    capability: {
      read_content: "lire le contenu partagé avec elle",
      update_content: "modifier le contenu partagé avec elle",
      insert_content: "ajouter du contenu à ce qui est partagé avec elle",
      read_comment: "lire les commentaires",
      insert_comment: "écrire des commentaires",
      read_user_without_email: "voir le nom et la photo des membres de l’espace de travail",
      read_user_with_email:
        "voir le nom, la photo et l’adresse e-mail des membres de l’espace de travail",
    },
    no_capability: "voir de quel espace de travail il s’agit",
    share_what: "Que partagez-vous avec elle ?",
    nothing_unless_ticked: "Rien de cela n’est partagé sans que vous le cochiez.",
    nothing_to_share: "Il n’y a encore rien à partager dans cet espace de travail.",
    duplicate_template: (title) =>
      `Placer une copie du modèle « ${title} » dans l’espace de travail`,
    no_workspace: (integration) => ({
      title: "Il n’y a pas d’espace de travail à connecter",
      text: `Vous n’êtes membre d’aucun espace de travail auquel ${integration} peut être connecté. L’administrateur d’un tel espace peut vous y ajouter.`,
    }),
    unnamed: "Espace de travail sans nom",

    connected_apps: "Applications connectées",
    connected_apps_explained:
      "Ces applications ont accès à vos espaces de travail. Déconnectez celles que vous n’utilisez plus.",
    sign_in_first: {
      title: "Connectez-vous pour voir vos applications connectées",
      text: "Elles ne sont montrées qu’à vous et aux administrateurs de vos espaces de travail.",
    },
    no_membership: {
      title: "Vous n’êtes membre d’aucun espace de travail",
      text: "Dès que vous le serez, les applications que vous y connectez figureront ici.",
    },
    nothing_connected: "Aucune application n’est connectée à cet espace de travail.",
    nothing_of_yours: "Vous n’avez connecté aucune application à cet espace de travail.",
    seen_as_admin:
      "En tant qu’administrateur, vous voyez toutes les applications, quelle que soit la personne qui les a connectées.",
    since: (day) => `Depuis le ${day}`,
    for_everybody: "Pour tout l’espace de travail",
    connected_by: (name) => `Connectée par ${name}`,
    shared: (count) => (count === 1 ? "Un élément partagé" : `${count} éléments partagés`),
    nothing_shared: "Rien n’est partagé",
    dormant: "inutilisée",
    app_may: "L’application peut",
    disconnect: "Déconnecter",

    disconnect_question: (integration, workspace) => `Déconnecter ${integration} de ${workspace} ?`,
    it_can_no_longer: "L’application ne pourra alors plus",
    it_loses: "Elle perd l’accès à",
    what_stays:
      "Ce que l’application a déjà copié lui reste. Vous pouvez la reconnecter à tout moment.",
    keep_connected: "Laisser connectée",
    disconnected: (integration) => ({
      title: `${integration} est déconnecté`,
      text: "L’application n’a plus accès à l’espace de travail.",
    }),
    not_connected: {
      title: "Cette application n’est pas connectée",
      text: "Elle a peut-être déjà été déconnectée, ou il ne vous revient pas de le faire.",
    },
    back_to_list: "Retour aux applications connectées",
  },

  moving_on: { title: "Un instant", text: "Nous vous emmenons à la suite." },
  proceed: "Continuer",
  expired: {
    title: "Cette page a expiré",
    text: "Trop de temps s’est écoulé depuis le début. Rien n’est arrivé à votre compte.",
  },
  already_used: {
    title: "Cette étape est déjà terminée",
    text: "La page a déjà servi, peut-être dans un autre onglet ou après un retour en arrière.",
  },
  start_again: "Recommencer",
  opened_directly: {
    title: "Il n’y a encore rien à faire ici",
    text: "Les applications ouvrent cette page lorsque vous devez vous connecter. Allez dans l’application et commencez là-bas.",
  },
  cookie_missing: {
    title: "Votre navigateur n’a pas envoyé de cookie",
    text: "Les cookies sont peut-être bloqués pour ce site, ou la page a été ouverte à une autre adresse. Autorisez les cookies et réessayez.",
  },
  token_mismatch: {
    title: "Ce formulaire n’est plus valable",
    text: "Il appartient à une autre session du navigateur. Pour votre sécurité, rien n’en a été fait.",
  },
  try_again: "Réessayer",
  unavailable: {
    title: "Cela ne fonctionne pas pour le moment",
    text: "L’erreur vient de chez nous. Veuillez réessayer dans un instant.",
  },

  error: {
    title: "La demande de l’application n’a pas pu aboutir",
    text: "Vous n’avez rien fait de mal. Retournez dans l’application et réessayez ; si cela se reproduit, montrez ces détails à ceux qui la gèrent.",
  },
  reason: "Raison",
  what_helps: "Ce qui aide",
  error_code: "Erreur",
  request_id: "Numéro de requête",
};
