import { account, factor } from "./account/fr.ts";
import { federation } from "./federation/fr.ts";
import { signingIn } from "./signing-in/fr.ts";
import { registration } from "./registration/fr.ts";
import { mail } from "./mail/fr.ts";
import { activity } from "./activity/fr.ts";
import type { Messages } from "./messages-type.ts";
import { passwordMessages } from "./password-texts.ts";

/** French. A narrow no-break space (U+202F) precedes ; : ! ? and stands inside « ». */
export const fr: Messages = {
  sign_in: "Se connecter",
  to_continue_to: (client) => `pour continuer vers ${client}`,
  username: "Identifiant ou adresse e-mail",
  choose_password: passwordMessages.fr,
  password: "Mot de passe",
  remember_me: "Rester connecté sur cet appareil",
  cancel: "Annuler",
  username_missing: "Saisissez votre identifiant ou votre adresse e-mail.",
  password_missing: "Saisissez votre mot de passe.",
  wrong_credentials: "Identifiant ou mot de passe incorrect.",
  wait: (seconds) =>
    `Trop de tentatives. Réessayez dans ${seconds === 1 ? "1 seconde" : `${seconds} secondes`}.`,
  busy: (seconds) =>
    `Trop de connexions en cours. Réessayez dans ${seconds === 1 ? "1 seconde" : `${seconds} secondes`}.`,
  account_gone: {
    title: "Veuillez vous reconnecter",
    text: "Le compte avec lequel vous étiez connecté n’est plus disponible. Vous avez donc été déconnecté.",
  },

  client_asks: (client) => `${client} souhaite accéder à votre compte`,
  from_site: (host) => `De ${host}`,
  returns_to: (host) => `Vous serez redirigé vers ${host}`,
  returns_to_this_device: (host) =>
    `Vous serez redirigé vers une application de cet appareil (${host})`,
  may_be_impersonated: (client) =>
    `N’importe quel programme sur cet appareil peut se faire passer pour ${client}. N’autorisez l’accès que si vous venez de lancer la connexion depuis cette application.`,
  signed_in_as: (name) => `Connecté en tant que ${name}`,
  use_another_account: "Utiliser un autre compte",
  app_may_if_allowed: "Si vous l’autorisez, l’application pourra",
  app_may_also: "Si vous l’autorisez, l’application pourra également",
  already_allowed: "Déjà autorisé",
  scope: {
    openid: "vous reconnaître à votre prochaine visite",
    profile: "voir votre nom, votre photo et d’autres informations de votre profil",
    email: "voir votre adresse e-mail",
    address: "voir votre adresse postale",
    phone: "voir votre numéro de téléphone",
    offline: "conserver cet accès même lorsque vous n’utilisez pas l’application",
    vault: (provider) => `utiliser votre compte ${provider} en votre nom`,
    other: (scope) => `accéder à « ${scope} » en votre nom`,
  },
  claim: {
    name: "voir votre nom",
    username: "voir votre identifiant",
    picture: "voir votre photo",
    website: "voir vos pages web",
    gender: "voir votre genre",
    birthdate: "voir votre date de naissance",
    locale: "voir votre langue et votre fuseau horaire",
    updated_at: "voir la date de dernière modification de vos informations",
  },
  claim_is_required: "exigé par l’application",
  details_asked: "Souhaitez-vous autoriser ce qui suit ?",
  all_details: "Tous les détails",
  scope_always_included: "toujours inclus",
  scope_is_new: "nouveau",
  audience: "L’accès s’applique à",
  remember_consent: "Ne plus me poser la question pour cette application",
  allow: "Autoriser",
  deny: "Refuser",
  privacy_policy: "Politique de confidentialité",
  terms_of_service: "Conditions d’utilisation",
  imprint: "Mentions légales",

  sign_out_question: "Se déconnecter ?",
  sign_out_requested:
    "Une application souhaite vous déconnecter. Vous serez également déconnecté des autres applications que vous utilisez avec ce compte.",
  sign_out: "Se déconnecter",
  stay_signed_in: "Rester connecté",
  signed_out: { title: "Vous êtes déconnecté", text: "Vous pouvez fermer cette page." },
  still_signed_in: {
    title: "Vous êtes toujours connecté",
    text: "Rien n’a changé. Vous pouvez fermer cette page.",
  },

  account,
  activity,
  factor,
  federation,
  signing_in: signingIn,
  registration,
  mail,

  device: {
    connect: "Associer un appareil",
    enter_code: "Saisissez le code affiché sur votre appareil.",
    code: "Code de l’appareil",
    code_missing: "Saisissez le code.",
    code_invalid:
      "Ce code n’est pas valide. Vérifiez-le sur votre appareil ou demandez-en un nouveau.",
    confirm: (client) => `Associer ${client} à votre compte ?`,
    same_code: "Vérifiez que votre appareil affiche ce code :",
    beware:
      "Continuez uniquement si vous avez lancé cette opération vous-même, sur un appareil que vous avez sous les yeux. Si quelqu’un vous a envoyé le code ou un lien, sélectionnez « Refuser ». Sinon, cette personne aura accès à votre compte.",
    connected: {
      title: "Votre appareil est associé",
      text: "Vous pouvez fermer cette page et revenir à votre appareil.",
    },
    not_connected: {
      title: "L’appareil n’a pas été associé",
      text: "Il n’a pas accès à votre compte. Vous pouvez fermer cette page.",
    },
    see_device: {
      title: "Continuez sur votre appareil",
      text: "Votre appareil indique s’il est associé. S’il affiche encore un code, saisissez-le.",
    },
  },

  approve: {
    client_asks: (client) => `${client} demande l’autorisation de vous connecter`,
    same_message: "Vérifiez que l’application affiche le même message :",
    beware:
      "N’autorisez cette demande que si vous venez de la lancer vous-même. Si quelqu’un vous a appelé ou écrit à ce sujet, sélectionnez « Refuser ». Sinon, cette personne aura accès à votre compte.",
    nothing: {
      title: "Aucune demande en attente",
      text: "Les demandes de connexion provenant d’applications extérieures à ce navigateur s’affichent ici.",
    },
    check_again: "Vérifier à nouveau",
    sign_in_first: {
      title: "Connectez-vous pour voir vos demandes",
      text: "Une application attend peut-être votre réponse.",
    },
    sign_in_again: {
      title: "Veuillez vous reconnecter",
      text: "L’application exige une connexion plus récente ou une autre méthode de connexion.",
    },
    allowed: {
      title: "Vous avez autorisé la connexion",
      text: "Vous pouvez fermer cette page et revenir à l’application.",
    },
    denied: {
      title: "Vous avez refusé la connexion",
      text: "L’application n’a pas accès à votre compte. Vous pouvez fermer cette page.",
    },
  },

  workspace: {
    integration_asks: (integration) => `${integration} souhaite accéder à votre espace de travail`,
    which_workspace: "Quel espace de travail ?",
    workspace_missing: "Sélectionnez un espace de travail.",
    in_workspace: (workspace) =>
      `L’application sera connectée à votre espace de travail ${workspace}.`,
    known_as: (name) => `Vous apparaîtrez dans l’application sous le nom ${name}`,
    whole_workspace_explained:
      "L’application sera connectée à tout l’espace de travail, et pas seulement à votre compte.",
    capability: {
      read_content: "lire le contenu que vous partagez avec elle",
      update_content: "modifier le contenu que vous partagez avec elle",
      insert_content: "ajouter du contenu à ce que vous partagez avec elle",
      read_comment: "lire les commentaires",
      insert_comment: "écrire des commentaires",
      read_user_without_email: "voir le nom et la photo des membres de l’espace de travail",
      read_user_with_email:
        "voir le nom, la photo et l’adresse e-mail des membres de l’espace de travail",
    },
    no_capability: "voir de quel espace de travail il s’agit",
    share_what: "Que souhaitez-vous partager ?",
    only_selected_is_shared: "Seuls les éléments cochés sont partagés.",
    nothing_to_share: "Il n’y a encore rien à partager dans cet espace de travail.",
    duplicate_template: (title) => `Ajouter une copie du modèle « ${title} » à l’espace de travail`,
    no_workspace: (integration) => ({
      title: "Aucun espace de travail à connecter",
      text: `Vous n’êtes membre d’aucun espace de travail auquel ${integration} peut être connecté. Demandez à un administrateur de vous ajouter.`,
    }),
    unnamed: "Espace de travail sans nom",

    connected_apps: "Applications connectées",
    connected_apps_explained:
      "Ces applications ont accès à vos espaces de travail. Déconnectez celles que vous n’utilisez plus.",
    sign_in_first: {
      title: "Connectez-vous pour voir vos applications connectées",
      text: "Elles ne sont visibles que par vous et par les administrateurs de vos espaces de travail.",
    },
    no_membership: {
      title: "Vous n’êtes membre d’aucun espace de travail",
      text: "Dès que vous en rejoindrez un, les applications que vous y connectez s’afficheront ici.",
    },
    no_app_connected: "Aucune application n’est connectée à cet espace de travail.",
    no_app_of_yours: "Vous n’avez connecté aucune application à cet espace de travail.",
    admin_sees_all:
      "En tant qu’administrateur, vous voyez toutes les applications connectées, y compris celles des autres membres.",
    since: (day) => `Depuis le ${day}`,
    whole_workspace: "Pour tout l’espace de travail",
    connected_by: (name) => `Connectée par ${name}`,
    shared: (count) => (count === 1 ? "1 élément partagé" : `${count} éléments partagés`),
    nothing_shared: "Aucun élément partagé",
    dormant: "inactive",
    app_may: "L’application peut",
    disconnect: "Déconnecter",

    disconnect_question: (integration, workspace) => `Déconnecter ${integration} de ${workspace} ?`,
    app_can_no_longer: "L’application ne pourra plus",
    app_loses_access_to: "Elle n’aura plus accès à",
    copies_stay:
      "L’application conserve ce qu’elle a déjà copié. Vous pouvez la reconnecter à tout moment.",
    keep_connected: "Laisser connectée",
    disconnected: (integration) => ({
      title: `L’application ${integration} a été déconnectée`,
      text: "L’application n’a plus accès à l’espace de travail.",
    }),
    not_connected: {
      title: "Cette application n’est pas connectée",
      text: "Elle a peut-être déjà été déconnectée, ou vous n’êtes pas autorisé à la déconnecter.",
    },
    back_to_list: "Retour aux applications connectées",

    directory: "Annuaire des applications",
    directory_explained:
      "Applications que vous pouvez connecter aux espaces de travail que vous administrez, et ce qu’elles peuvent y faire.",
    sign_in_first_for_directory: {
      title: "Connectez-vous pour voir l’annuaire des applications",
      text: "Les administrateurs d’un espace de travail peuvent voir quelles applications sont disponibles.",
    },
    not_an_administrator: {
      title: "Vous n’administrez aucun espace de travail",
      text: "Seuls les administrateurs d’un espace de travail peuvent voir l’annuaire des applications.",
    },
    directory_empty: "Aucune application n’est disponible pour cet espace de travail.",
    whole_workspace_possible: "Peut être connectée à tout l’espace de travail",
    connected: "connectée",
    connect: "Connecter",
    connect_in_app:
      "Pour connecter cette application, lancez la connexion depuis l’application elle-même.",
  },

  redirecting: {
    title: "Redirection en cours…",
    text: "Si vous n’êtes pas redirigé automatiquement, sélectionnez « Continuer ».",
  },
  proceed: "Continuer",
  expired: {
    title: "Cette page a expiré",
    text: "L’opération a pris trop de temps. Votre compte n’est pas affecté.",
  },
  already_used: {
    title: "Cette étape est déjà terminée",
    text: "Vous l’avez peut-être terminée dans un autre onglet ou avant de revenir à cette page.",
  },
  start_in_app: "Retournez dans l’application et recommencez.",
  start_again: "Recommencer",
  opened_directly: {
    title: "Il n’y a rien à faire ici pour le moment",
    text: "Les applications ouvrent cette page lorsque vous devez vous connecter. Ouvrez l’application et connectez-vous depuis celle-ci.",
  },
  cookie_missing: {
    title: "Votre navigateur n’a pas envoyé de cookie",
    text: "Les cookies sont peut-être bloqués pour ce site, ou la page a été ouverte à une autre adresse. Autorisez les cookies et réessayez.",
  },
  token_mismatch: {
    title: "Ce formulaire n’est plus valable",
    text: "Il appartient à une autre session du navigateur. Pour votre sécurité, il n’a pas été traité.",
  },
  try_again: "Réessayer",
  unavailable: {
    title: "Une erreur s’est produite",
    text: "Le problème vient de notre côté. Veuillez réessayer dans un instant.",
  },

  error: {
    title: "La demande de l’application n’a pas pu aboutir",
    text: "Vous n’y êtes pour rien. Retournez dans l’application et réessayez. Si le problème persiste, transmettez ces informations à son service d’assistance.",
  },
  app_unknown: {
    title: "L’application n’a pas pu être identifiée",
    text: "Elle n’est pas enregistrée ici, ou ne l’est plus. Transmettez ces informations à son service d’assistance.",
  },
  app_disabled: {
    title: "Cette application est désactivée",
    text: "Vous ne pouvez pas vous y connecter pour le moment. Envoyez ces informations à l’assistance de l’application.",
  },
  too_many_requests: {
    title: "Trop de requêtes",
    text: "Votre réseau a envoyé trop de requêtes en peu de temps. Patientez un instant, puis réessayez.",
  },
  technical_details: "Détails techniques (en anglais)",
  reason: "Motif",
  how_to_fix: "Que faire",
  error_code: "Erreur",
  request_id: "Identifiant de la requête",
  no_error: {
    title: "Aucune erreur à afficher",
    text: "Les applications ouvrent cette page en cas de problème. Pour vous connecter, passez par l’application.",
  },

  page_not_found: {
    title: "Cette page n’existe pas",
    text: "Vérifiez l’adresse. Si un lien dans une application vous a conduit ici, signalez-le à son service d’assistance.",
  },
  wrong_method: {
    title: "Cette page ne peut pas être ouverte ainsi",
    text: "Cette adresse attend un autre type de requête, généralement envoyée par une application. Si un lien dans une application vous a conduit ici, signalez-le à son service d’assistance.",
  },
  start: {
    title: "Serveur de connexion",
    text: "Ce serveur connecte les utilisateurs aux applications et contrôle ce à quoi elles ont accès, à l’aide d’OAuth 2.0 et d’OpenID Connect. Pour vous connecter, passez par l’application.",
  },
  issuer: "Émetteur",
  discovery_document: "Document de découverte",
  open_console: "Ouvrir la console",
};
