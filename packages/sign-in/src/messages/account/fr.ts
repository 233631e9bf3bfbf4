import type { AccountMessages, FactorMessages } from "../account-messages.ts";

export const account: AccountMessages = {
  title: "Votre compte",
  sign_in_again: {
    title: "Reconnectez-vous pour continuer",
    text: "Pour votre sécurité, cette modification n’est possible que peu de temps après la connexion.",
  },
  back: "Retour à votre compte",

  profile: "Profil",
  username: "Identifiant",
  name: "Nom",
  email: "Adresse e-mail",

  change_password: "Modifier le mot de passe",
  current_password: "Mot de passe actuel",
  new_password: "Nouveau mot de passe",
  new_password_hint: "Au moins 8 caractères.",
  current_password_wrong: "Ce n’est pas votre mot de passe actuel.",
  password_changed: {
    title: "Votre mot de passe a été modifié",
    text: "Vous avez été déconnecté de tous vos appareils. Connectez-vous avec votre nouveau mot de passe.",
  },

  factors: "Validation en deux étapes",
  factors_explained:
    "Après votre mot de passe, vous saisissez un code que vous seul pouvez voir. Un mot de passe volé ne suffit alors plus pour se connecter à votre compte.",
  authenticator_app: "Application d’authentification",
  not_set_up: "Non configurée",
  set_up: "Configurer",
  since: (date) => `Ajouté le ${date}`,
  access_until: (date) => `Accès jusqu’au ${date}`,
  last_used: (date) => `Dernière utilisation le ${date}`,
  never_used: "Jamais utilisé",
  remove: "Supprimer",
  app_scan: "Scannez ce code QR avec votre application d’authentification.",
  qr_code: "Code QR pour votre application d’authentification",
  app_type: "Ou saisissez cette clé dans l’application\u202f:",
  app_open: "Ouvrir une application d’authentification sur cet appareil",
  app_confirm: "Saisissez ensuite le code à 6 chiffres affiché par l’application.",
  app_code_wrong:
    "Ce code n’est pas valide. Saisissez le code que l’application affiche en ce moment.",
  app_added: "L’application d’authentification a été configurée.",
  factor_removed: "Ce moyen de connexion a été supprimé.",

  recovery_codes: "Codes de récupération",
  recovery_codes_left: (count) => `Codes restants\u202f: ${count}`,
  new_recovery_codes: "Générer de nouveaux codes",
  recovery_codes_shown: {
    title: "Enregistrez vos codes de récupération",
    text: "Si vous perdez votre appareil, l’un de ces codes vous permet de vous connecter. Chaque code ne peut être utilisé qu’une fois. Ces codes ne seront plus affichés.",
  },
  recovery_codes_saved: "J’ai enregistré les codes",

  passkeys: "Clés d’accès",
  passkeys_explained:
    "Connectez-vous avec votre empreinte digitale, votre visage ou le verrouillage de l’écran au lieu de votre mot de passe.",
  no_passkey: "Vous n’avez pas encore de clé d’accès.",
  passkey_name: "Nom de la nouvelle clé",
  add_passkey: "Ajouter une clé d’accès",
  passkey_added: "La clé d’accès a été ajoutée.",
  passkey_failed: "La clé d’accès n’a pas été ajoutée. Réessayez.",
  last_passkey:
    "C’est le seul moyen de vous connecter à votre compte. Définissez d’abord un mot de passe ou ajoutez une autre clé d’accès.",
  passkey_needs_script: "Pour ajouter une clé d’accès, autorisez JavaScript sur ce site.",
  unnamed_passkey: "Clé d’accès",

  sessions: "Appareils",
  sessions_explained: "Vous êtes connecté sur ces appareils.",
  device: (browser, system) => `${browser} sur ${system}`,
  unknown_device: "Appareil inconnu",
  this_device: "Cet appareil",
  signed_in_at: (date) => `Connexion le ${date}`,
  sign_out_others: "Se déconnecter de tous les autres appareils",
  session_ended: "Vous avez été déconnecté de l’appareil sélectionné.",
  sessions_ended: "Vous avez été déconnecté de tous les autres appareils.",

  apps: "Applications connectées",
  no_apps: "Aucune application n’a accès à votre compte.",
  app_may: "L’application peut",
  disconnect: "Déconnecter",
  disconnected: "L’application n’a plus accès à votre compte.",
};

export const factor: FactorMessages = {
  use_passkey: "Se connecter avec une clé d’accès",
  passkey_failed:
    "La clé d’accès n’a pas pu être utilisée. Réessayez ou utilisez votre mot de passe.",
  or: "ou",
  confirm_title: "Confirmez votre identité",
  enter_code: "Saisissez le code affiché par votre application d’authentification.",
  code: "Code à 6 chiffres",
  code_missing: "Saisissez le code.",
  code_wrong: "Ce code n’est pas valide ou a déjà été utilisé.",
  lost_device: "Utiliser un code de récupération",
  recovery_code: "Code de récupération",
  use_your_passkey: "Confirmez avec votre clé d’accès pour continuer.",
  needs_script:
    "Les clés d’accès nécessitent JavaScript. Autorisez-le sur ce site, puis actualisez la page.",
};
