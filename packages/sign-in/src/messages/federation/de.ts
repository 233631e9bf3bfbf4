import type { FederationMessages } from "../federation-messages.ts";

export const federation: FederationMessages = {
  sign_in_with: (provider) => `Mit ${provider} anmelden`,
  unavailable: (provider) =>
    `${provider} ist gerade nicht erreichbar. Versuchen Sie es später noch einmal oder melden Sie sich auf andere Weise an.`,
  cancelled: (provider) => `Sie haben sich nicht mit ${provider} angemeldet.`,
  failed: (provider) =>
    `Die Anmeldung mit ${provider} hat nicht geklappt. Versuchen Sie es noch einmal.`,
  failed_for_good: (provider) =>
    `Die Anmeldung mit ${provider} hat nicht geklappt. Ein neuer Versuch hilft nicht: Melden Sie sich auf andere Weise an oder wenden Sie sich an Ihre Administration.`,
  refused: (provider) =>
    `Mit diesem ${provider}-Konto können Sie sich nicht anmelden. Wenden Sie sich an Ihre Administration.`,
  prove_account: (provider, label) => ({
    title: "Haben Sie schon ein Konto?",
    text: `Ihr ${provider}-Konto ${label} ist noch nicht verknüpft. Melden Sie sich einmal mit Benutzername und Passwort oder einem Passkey an. Danach können Sie sich mit ${provider} anmelden.`,
  }),
  other_account: (provider) =>
    `Dieses ${provider}-Konto ist hier bereits mit einem anderen Konto verknüpft.`,
  other_identity: (provider) =>
    `Ihr Konto ist bereits mit einem anderen ${provider}-Konto verknüpft.`,
  response_unknown: {
    title: "Diese Anmeldung ist abgelaufen",
    text: "Sie hat zu lange gedauert, wurde bereits verwendet oder in einem anderen Browser begonnen.",
  },

  title: "Mit anderen Konten anmelden",
  explained: "Konten, mit denen Sie sich statt mit Ihrem Passwort anmelden können.",
  link: "Verknüpfen",
  not_linked: "Das Konto wurde nicht verknüpft",
  provider_linked: "Das Konto wurde verknüpft. Sie können sich ab jetzt damit anmelden.",
  provider_unlinked:
    "Die Verknüpfung wurde entfernt. Sie können sich mit diesem Konto nicht mehr anmelden.",
  last_way:
    "Sie könnten sich dann nicht mehr anmelden. Legen Sie zuerst ein Passwort oder einen Passkey fest.",
  kept_for: (apps) => `Apps, die dieses Konto in Ihrem Namen nutzen können: ${apps}`,
  kept_for_none: "Keine App nutzt dieses Konto in Ihrem Namen.",
  remove_kept: "Zugriff für Apps entfernen",
  kept_removed:
    "Der Zugriff für Apps wurde entfernt. Wenn Sie sich das nächste Mal mit diesem Konto anmelden, können Apps mit Ihrer Erlaubnis es wieder nutzen.",
  set_password: "Passwort festlegen",
};
