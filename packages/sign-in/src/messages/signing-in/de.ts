import type { SigningInMessages } from "../signing-in-messages.ts";

export const signingIn: SigningInMessages = {
  set_up_factor: {
    title: "Bestätigung in zwei Schritten einrichten",
    text: "Für die Anmeldung reicht ein Passwort hier nicht aus. Richten Sie einmalig einen zweiten Faktor ein, mit dem Sie künftig jede Anmeldung bestätigen.",
  },
  set_up_passkey: {
    title: "Passkey erstellen",
    text: "Für die Anmeldung benötigen Sie hier einen Passkey. Sie bestätigen sie mit Fingerabdruck, Gesicht oder Displaysperre.",
  },
  create_passkey: "Passkey erstellen",
  use_app: "Authenticator-App verwenden",
  no_usable_factor: {
    title: "Anmeldung hier nicht möglich",
    text: "Ihr Konto ist durch ein Verfahren geschützt, das auf dieser Website nicht funktioniert. Bitte wenden Sie sich an Ihren Administrator.",
  },

  choose_account: "Konto auswählen",
  signed_in: "Angemeldet",
  signed_out: "Abgemeldet",
  remove_account: (user) => `${user} aus der Liste entfernen`,
  sign_out_all: "Von allen Konten abmelden",
  others_signed_in: (users) => `Sie sind in diesem Browser auch als ${users} angemeldet.`,

  show_password: "Passwort anzeigen",
  hide_password: "Passwort verbergen",
  password_strength: "Passwortstärke",
  strengths: {
    too_short: "Zu kurz",
    weak: "Leicht zu erraten",
    fair: "Mittel",
    good: "Gut",
    strong: "Stark",
  },
};
