import type { AccountMessages, FactorMessages } from "../account-messages.ts";

export const account: AccountMessages = {
  title: "Ihr Konto",
  sign_in_again: {
    title: "Bitte melden Sie sich erneut an",
    text: "Zu Ihrer Sicherheit ist diese Änderung nur kurz nach der Anmeldung möglich.",
  },
  back: "Zurück zu Ihrem Konto",

  profile: "Profil",
  username: "Benutzername",
  name: "Vollständiger Name",
  email: "E-Mail-Adresse",

  change_password: "Passwort ändern",
  current_password: "Aktuelles Passwort",
  new_password: "Neues Passwort",
  new_password_hint: "Mindestens 8 Zeichen.",
  current_password_wrong: "Das ist nicht Ihr aktuelles Passwort.",
  password_changed: {
    title: "Ihr Passwort wurde geändert",
    text: "Sie wurden auf allen Geräten abgemeldet. Melden Sie sich mit Ihrem neuen Passwort an.",
  },

  factors: "Bestätigung in zwei Schritten",
  factors_explained:
    "Nach dem Passwort geben Sie einen Code ein, den nur Sie sehen können. Ein gestohlenes Passwort allein reicht dann nicht mehr für die Anmeldung.",
  authenticator_app: "Authenticator-App",
  not_set_up: "Nicht eingerichtet",
  set_up: "Einrichten",
  since: (date) => `Hinzugefügt am ${date}`,
  access_until: (date) => `Zugriff bis ${date}`,
  last_used: (date) => `Zuletzt verwendet am ${date}`,
  never_used: "Noch nicht verwendet",
  remove: "Entfernen",
  app_scan: "Scannen Sie diesen QR-Code mit Ihrer Authenticator-App.",
  qr_code: "QR-Code für Ihre Authenticator-App",
  app_type: "Oder geben Sie diesen Schlüssel in der App ein:",
  app_open: "Authenticator-App auf diesem Gerät öffnen",
  app_confirm: "Geben Sie dann den 6-stelligen Code ein, den die App anzeigt.",
  app_code_wrong: "Der Code ist ungültig. Geben Sie den Code ein, den die App jetzt anzeigt.",
  app_added: "Die Authenticator-App wurde eingerichtet.",
  factor_removed: "Die Anmeldemethode wurde entfernt.",

  recovery_codes: "Wiederherstellungscodes",
  recovery_codes_left: (count) => `Noch ${count} verfügbar`,
  new_recovery_codes: "Neue Codes erstellen",
  recovery_codes_shown: {
    title: "Speichern Sie Ihre Wiederherstellungscodes",
    text: "Mit einem dieser Codes können Sie sich anmelden, wenn Sie Ihr Gerät verlieren. Jeder Code gilt nur einmal. Die Codes werden nicht noch einmal angezeigt.",
  },
  recovery_codes_saved: "Ich habe die Codes gespeichert",

  passkeys: "Passkeys",
  passkeys_explained:
    "Melden Sie sich per Fingerabdruck, Gesichtserkennung oder Displaysperre statt mit dem Passwort an.",
  no_passkey: "Sie haben noch keine Passkeys.",
  passkey_name: "Name des neuen Passkeys",
  add_passkey: "Passkey hinzufügen",
  passkey_added: "Der Passkey wurde hinzugefügt.",
  passkey_failed: "Der Passkey wurde nicht hinzugefügt. Versuchen Sie es noch einmal.",
  last_passkey:
    "Nur mit diesem Passkey können Sie sich bei Ihrem Konto anmelden. Legen Sie zuerst ein Passwort oder einen weiteren Passkey fest.",
  passkey_needs_script: "Um einen Passkey hinzuzufügen, erlauben Sie JavaScript für diese Website.",
  unnamed_passkey: "Passkey ohne Namen",

  sessions: "Geräte",
  sessions_explained: "Auf diesen Geräten sind Sie angemeldet.",
  device: (browser, system) => `${browser} unter ${system}`,
  unknown_device: "Unbekanntes Gerät",
  this_device: "Dieses Gerät",
  signed_in_at: (date) => `Angemeldet am ${date}`,
  sign_out_others: "Auf allen anderen Geräten abmelden",
  session_ended: "Sie wurden auf dem ausgewählten Gerät abgemeldet.",
  sessions_ended: "Sie wurden auf allen anderen Geräten abgemeldet.",

  apps: "Verbundene Apps",
  no_apps: "Keine App hat Zugriff auf Ihr Konto.",
  app_may: "Die App darf",
  disconnect: "Trennen",
  disconnected: "Die App hat keinen Zugriff mehr auf Ihr Konto.",
};

export const factor: FactorMessages = {
  use_passkey: "Mit Passkey anmelden",
  passkey_failed:
    "Der Passkey konnte nicht verwendet werden. Versuchen Sie es noch einmal, oder verwenden Sie Ihr Passwort.",
  or: "oder",
  confirm_title: "Bestätigen Sie Ihre Identität",
  enter_code: "Geben Sie den Code aus Ihrer Authenticator-App ein.",
  code: "6-stelliger Code",
  code_missing: "Geben Sie den Code ein.",
  code_wrong: "Der Code ist ungültig oder wurde bereits verwendet.",
  lost_device: "Wiederherstellungscode verwenden",
  recovery_code: "Wiederherstellungscode",
  use_your_passkey: "Bestätigen Sie die Anmeldung mit Ihrem Passkey.",
  needs_script:
    "Für Passkeys wird JavaScript benötigt. Erlauben Sie es für diese Website und laden Sie die Seite neu.",
};
