import type { RegistrationMessages } from "../registration-messages.ts";

export const registration: RegistrationMessages = {
  create_account: "Konto erstellen",
  no_account: "Noch kein Konto?",
  have_account: "Sie haben bereits ein Konto?",
  enter_address:
    "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie fortfahren können.",
  send_link: "Link senden",
  mailed: (address) => ({
    title: "Prüfen Sie Ihren Posteingang",
    text: `Wir haben eine E-Mail an ${address} gesendet. Öffnen Sie den Link darin in diesem Browser, um fortzufahren. Wenn sie nicht ankommt, sehen Sie in Ihrem Spam-Ordner nach.`,
  }),
  address_malformed: "Geben Sie eine gültige E-Mail-Adresse ein.",
  domain_not_allowed:
    "Diese Adresse kann hier nicht verwendet werden. Verwenden Sie die Adresse Ihrer Organisation.",
  not_offered: {
    title: "Sie benötigen eine Einladung",
    text: "Sie können hier nicht selbst ein Konto erstellen. Bitten Sie einen Administrator um eine Einladung.",
  },
  full: {
    title: "Versuchen Sie es später erneut",
    text: "Derzeit erstellen sehr viele Personen ein Konto.",
  },

  invited: "Einladung annehmen",
  account_for: (address) => `Ihr Konto für ${address}`,
  username: "Benutzername",
  username_hint: "2 bis 64 Buchstaben oder Ziffern, dazwischen auch . _ oder -.",
  use_passkey: "Passkey statt Passwort verwenden",
  name_missing: "Geben Sie Ihren Namen ein.",
  name_malformed: "Kürzen Sie Ihren Namen, und schreiben Sie jedes Wort in nur einem Alphabet.",
  username_taken: "Dieser Benutzername ist vergeben. Wählen Sie einen anderen.",
  gone: {
    title: "Dieser Link ist nicht mehr gültig",
    text: "Er wurde bereits verwendet, zurückgezogen oder ist abgelaufen.",
  },
  address_taken: {
    title: "Sie haben bereits ein Konto",
    text: "Melden Sie sich damit an.",
  },
  ready: {
    title: "Ihr Konto ist bereit",
    text: "Sie können sich jetzt anmelden.",
  },
};
