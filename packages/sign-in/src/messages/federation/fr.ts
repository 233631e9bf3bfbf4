import type { FederationMessages } from "../federation-messages.ts";

export const federation: FederationMessages = {
  sign_in_with: (provider) => `Se connecter avec ${provider}`,
  unavailable: (provider) =>
    `${provider} est injoignable pour le moment. Réessayez plus tard ou connectez-vous autrement.`,
  cancelled: (provider) => `Vous ne vous êtes pas connecté avec ${provider}.`,
  failed: (provider) => `La connexion avec ${provider} n’a pas abouti. Réessayez.`,
  failed_for_good: (provider) =>
    `La connexion avec ${provider} n’a pas abouti. Inutile de réessayer : connectez-vous autrement ou contactez votre administrateur.`,
  refused: (provider) =>
    `Vous ne pouvez pas vous connecter avec ce compte ${provider}. Contactez votre administrateur.`,
  prove_account: (provider, label) => ({
    title: "Avez-vous déjà un compte ?",
    text: `Votre compte ${provider} ${label} n’est pas encore associé. Connectez-vous une fois avec votre identifiant et votre mot de passe, ou avec une clé d’accès. Vous pourrez ensuite vous connecter avec ${provider}.`,
  }),
  other_account: (provider) => `Ce compte ${provider} est déjà associé à un autre compte ici.`,
  other_identity: (provider) => `Votre compte est déjà associé à un autre compte ${provider}.`,
  response_unknown: {
    title: "Cette connexion a expiré",
    text: "Elle a pris trop de temps, a déjà été utilisée ou a été commencée dans un autre navigateur.",
  },

  title: "Connexion avec d’autres comptes",
  explained: "Les comptes avec lesquels vous pouvez vous connecter sans votre mot de passe.",
  link: "Associer",
  not_linked: "Le compte n’a pas été associé",
  provider_linked: "Le compte est associé. Vous pouvez désormais vous connecter avec lui.",
  provider_unlinked: "Le compte n’est plus associé. Vous ne pouvez plus vous connecter avec lui.",
  last_way:
    "Vous ne pourriez plus vous connecter. Définissez d’abord un mot de passe ou ajoutez une clé d’accès.",
  kept_for: (apps) => `Applications pouvant utiliser ce compte en votre nom : ${apps}`,
  kept_for_none: "Aucune application n’utilise ce compte en votre nom.",
  remove_kept: "Supprimer l’accès des applications",
  kept_removed:
    "L’accès des applications a été supprimé. Lors de votre prochaine connexion avec ce compte, les applications que vous autorisez pourront de nouveau l’utiliser.",
  set_password: "Définir un mot de passe",
};
