import { durationIn } from "../duration.ts";
import type { MailMessages } from "../mail-messages.ts";

export const mail: MailMessages = {
  forgot_password: "Passwort vergessen?",
  forgot_title: "Passwort zurücksetzen",
  forgot_text:
    "Geben Sie Ihren Benutzernamen oder Ihre bestätigte E-Mail-Adresse ein. Sie erhalten eine E-Mail mit einem Link, über den Sie ein neues Passwort festlegen.",
  username_or_email: "Benutzername oder E-Mail-Adresse",
  send_link: "Link senden",
  link_sent: {
    title: "Sehen Sie in Ihren E-Mails nach",
    text: "Falls es ein Konto mit einer bestätigten E-Mail-Adresse gibt, ist der Link dorthin unterwegs. Er ist 30 Minuten gültig. Sehen Sie auch im Spam-Ordner nach.",
  },
  mails_paused: (seconds) =>
    `Es wurden zu viele E-Mails angefordert. Sie können in ${durationIn("de", seconds)} wieder eine anfordern.`,
  reset_title: "Neues Passwort festlegen",
  reset_for: (username) => `Für das Konto ${username}. Sie werden auf allen Geräten abgemeldet.`,
  reset_done: {
    title: "Ihr Passwort wurde geändert",
    text: "Sie wurden auf allen Geräten abgemeldet. Melden Sie sich mit dem neuen Passwort an.",
  },
  reset_next: "Melden Sie sich als Nächstes an und prüfen Sie, was Ihr Konto bisher nutzen konnte.",
  recovery: {
    title: "Prüfen Sie, was Ihr Konto nutzen kann",
    text: "Ihr Passwort wurde per E-Mail zurückgesetzt, und Sie wurden überall abgemeldet. Was hier steht, wurde vorher hinzugefügt und funktioniert weiterhin. Entfernen Sie, was nicht Ihnen gehört.",
    check: "Jetzt prüfen",
    keep: "Behalten",
    later: "Später",
    save: "Speichern",
    choose: "Wählen Sie jeweils, ob Sie es behalten oder entfernen möchten.",
    done: "Ihre Auswahl wurde gespeichert.",
    passkey: "Passkey zum Anmelden",
    app: "Verbundene App",
  },
  link_gone: {
    title: "Dieser Link ist nicht mehr gültig",
    text: "Er ist abgelaufen oder wurde bereits verwendet. Fordern Sie einen neuen an.",
  },
  request_again: "Neuen Link anfordern",

  email_code: "Code per E-Mail senden",
  email_code_title: "Code eingeben",
  email_code_text:
    "Falls es ein Konto mit einer bestätigten E-Mail-Adresse gibt, ist ein Code dorthin unterwegs. Er ist 10 Minuten gültig, nur in diesem Browser.",
  email_code_gone: "Dieser Code ist nicht mehr gültig. Fordern Sie einen neuen an.",

  email: "E-Mail-Adresse",
  no_email: "Ihr Konto hat keine E-Mail-Adresse.",
  verified: "Bestätigt",
  not_verified: "Nicht bestätigt",
  verify: "Bestätigen",
  change_email: "E-Mail-Adresse ändern",
  new_email: "Neue E-Mail-Adresse",
  new_email_hint:
    "Sie erhalten eine E-Mail mit einem Link. Die Adresse wird geändert, sobald Sie ihn öffnen.",
  email_invalid: "Geben Sie eine E-Mail-Adresse wie alice@example.com ein.",
  verification_sent:
    "Wir haben Ihnen eine E-Mail gesendet. Öffnen Sie den Link darin, um die Adresse zu bestätigen.",

  verify_title: "E-Mail-Adresse bestätigen",
  verify_question: (address, username) => `Ist ${address} die Adresse Ihres Kontos ${username}?`,
  email_verified: {
    title: "Ihre E-Mail-Adresse ist bestätigt",
    text: "Sie können sich damit anmelden und Ihr Passwort zurücksetzen.",
  },
  username_stays: (username) =>
    `Ihr Benutzername ist weiterhin ${username}. Sie können sich mit beiden anmelden.`,
  email_taken: {
    title: "Diese E-Mail-Adresse gehört zu einem anderen Konto",
    text: "Eine Adresse kann nur für ein Konto bestätigt werden. Melden Sie sich mit dem anderen Konto an oder verwenden Sie eine andere Adresse.",
  },
  sign_in_to_verify: {
    title: "Melden Sie sich an, um Ihre E-Mail-Adresse zu bestätigen",
    text: "Melden Sie sich mit dem Konto an, um das es in der E-Mail geht.",
  },
  open_account: "Konto öffnen",
};
