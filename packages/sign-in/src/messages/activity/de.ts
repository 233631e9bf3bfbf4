import type { ActivityMessages } from "../activity-messages.ts";

export const activity: ActivityMessages = {
  edit_profile: "Profil bearbeiten",
  claim: {
    name: "Vollständiger Name",
    given_name: "Vorname",
    family_name: "Nachname",
    middle_name: "Zweiter Vorname",
    nickname: "Spitzname",
    profile: "Profilseite",
    picture: "Adresse Ihres Profilbilds",
    website: "Webseite",
    gender: "Geschlecht",
    birthdate: "Geburtsdatum",
    zoneinfo: "Zeitzone",
    locale: "Sprache",
  },
  claim_hint: {
    birthdate: "Jahr, Monat und Tag, zum Beispiel 1990-12-31.",
    zoneinfo: "Zum Beispiel Europe/Berlin.",
    locale: "Zum Beispiel de-DE.",
  },
  claim_invalid: "Diese Angabe ist ungültig.",
  save: "Speichern",
  profile_saved: "Ihr Profil wurde gespeichert.",

  history: "Letzte Aktivitäten",
  history_explained:
    "Kommt Ihnen etwas unbekannt vor? Ändern Sie Ihr Passwort und melden Sie sich auf allen anderen Geräten ab.",
  no_history: "Es gibt keine Aktivitäten in letzter Zeit.",
  older: "Ältere Aktivitäten anzeigen",
  event: {
    signed_in: "Angemeldet",
    password_changed: "Passwort geändert",
    recovery_codes_created: "Neue Wiederherstellungscodes erstellt",
    provider_linked: "Externes Konto verknüpft",
    provider_unlinked: "Verknüpfung mit externem Konto entfernt",
    session_ended: "Auf einem Gerät abgemeldet",
    sessions_ended: "Auf anderen Geräten abgemeldet",
    app_disconnected: "App getrennt",
    profile_changed: "Profil geändert",
    data_downloaded: "Daten heruntergeladen",
    account_changed: "Konto geändert",
    kept_tokens_removed: "Zugriff für Apps entfernt",
  },
  sign_in_failed: (count) =>
    count === 1 ? "Fehlgeschlagene Anmeldung" : `${count} fehlgeschlagene Anmeldungen`,
  factor_added: {
    totp: "Authenticator-App hinzugefügt",
    passkey: "Passkey hinzugefügt",
  },
  factor_removed: { totp: "Authenticator-App entfernt", passkey: "Passkey entfernt" },
  kept_token_used: (app, provider) => `${app} hat Zugriff auf Ihr Konto bei ${provider} erhalten`,
  support_access: (actor, app) => `${actor} vom Support hat mit ${app} auf Ihr Konto zugegriffen`,
  times: (count) => `${count}-mal`,
  by_administrator: "Durch einen Administrator",
  method: { password: "Mit Passwort", code: "Mit Code", passkey: "Mit Passkey" },

  agent: "KI-Agent",
  workspace_apps: "Apps Ihrer Arbeitsbereiche",

  data: "Ihre Daten",
  data_explained: "Laden Sie alles, was hier über Sie gespeichert ist, als Datei herunter.",
  download: "Daten herunterladen",
  delete_account: "Konto löschen",
  delete_explained: "Ihr Konto und alles, was hier über Sie gespeichert ist, wird gelöscht.",
  delete_question: "Möchten Sie Ihr Konto löschen?",
  what_ends: "Wenn Sie Ihr Konto löschen",
  ends: {
    sign_in: "können Sie sich nicht mehr anmelden",
    sessions: (count) =>
      count === 1
        ? "werden Sie auf diesem Gerät abgemeldet"
        : `werden Sie auf ${count} Geräten abgemeldet`,
    apps: (count) =>
      count === 1
        ? "verliert 1 verbundene App den Zugriff"
        : `verlieren ${count} verbundene Apps den Zugriff`,
    integrations: (count) =>
      count === 1
        ? "wird 1 App getrennt, die Sie mit einem Arbeitsbereich verbunden haben"
        : `werden ${count} Apps getrennt, die Sie mit Arbeitsbereichen verbunden haben`,
    data: "werden Ihr Profil, Ihre Anmeldemethoden und Ihre Aktivitäten gelöscht",
  },
  cannot_be_undone:
    "Das lässt sich nicht rückgängig machen. Apps können behalten, was sie bereits erhalten haben.",
  confirm_username: (username) => `Geben Sie zur Bestätigung Ihren Benutzernamen ein: ${username}`,
  username_differs: "Das ist nicht Ihr Benutzername.",
  keep_account: "Konto behalten",
  deleted: {
    title: "Ihr Konto wurde gelöscht",
    text: "Sie wurden auf allen Geräten abgemeldet.",
  },
};
