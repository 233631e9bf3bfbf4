import type { Messages } from "./phrases.ts";

/** German. */
export const de: Messages = {
  sign_in: "Anmelden",
  to_continue_to: (client) => `um fortzufahren zu ${client}`,
  username: "Benutzername",
  password: "Passwort",
  remember_me: "Auf diesem Gerät angemeldet bleiben",
  cancel: "Abbrechen",
  username_missing: "Geben Sie Ihren Benutzernamen ein.",
  password_missing: "Geben Sie Ihr Passwort ein.",
  wrong_credentials: "Dieser Benutzername und dieses Passwort passen nicht zusammen.",
  wait: (seconds) =>
    `Zu viele Versuche. Bitte warten Sie ${seconds === 1 ? "eine Sekunde" : `${seconds} Sekunden`} und versuchen Sie es erneut.`,
  account_gone: {
    title: "Bitte melden Sie sich erneut an",
    text: "Das Konto, an das sich dieser Browser erinnerte, gibt es nicht mehr. Wir haben es vergessen.",
  },

  client_asks: (client) => `${client} bittet um Zugriff auf Ihr Konto`,
  from_site: (host) => `Von ${host}`,
  returns_to: (host) => `Ihr Browser geht danach zu ${host}`,
  returns_to_this_device: (host) =>
    `Ihr Browser geht danach zu einer App auf diesem Gerät, unter ${host}`,
  signed_in_as: (name) => `Angemeldet als ${name}`,
  use_another_account: "Anderes Konto verwenden",
  it_may: "Wenn Sie es erlauben, darf die App",
  scope: {
    openid: "Sie wiedererkennen, wenn Sie zurückkommen",
    profile: "Ihren Namen, Ihr Bild und weitere Profilangaben sehen",
    email: "Ihre E-Mail-Adresse sehen",
    address: "Ihre Postanschrift sehen",
    phone: "Ihre Telefonnummer sehen",
    offline: "diesen Zugriff behalten, während Sie nicht da sind",
    other: (scope) => `die Berechtigung „${scope}“ nutzen`,
  },
  scope_always_included: "immer enthalten",
  scope_is_new: "neu",
  at_services: "Der Zugriff gilt bei",
  remember_consent: "Für diese App nicht mehr fragen",
  allow: "Erlauben",
  deny: "Nicht erlauben",
  privacy_policy: "Datenschutzerklärung",
  terms_of_service: "Nutzungsbedingungen",

  sign_out_question: "Abmelden?",
  sign_out_requested:
    "Eine App möchte Sie hier und in den anderen Apps abmelden, die Sie mit diesem Konto nutzen.",
  sign_out: "Abmelden",
  stay_signed_in: "Angemeldet bleiben",
  signed_out: { title: "Sie sind abgemeldet", text: "Sie können diese Seite schließen." },
  still_signed_in: {
    title: "Sie sind weiterhin angemeldet",
    text: "Es hat sich nichts geändert. Sie können diese Seite schließen.",
  },

  moving_on: { title: "Einen Moment", text: "Es geht gleich weiter." },
  proceed: "Weiter",
  expired: {
    title: "Diese Seite ist abgelaufen",
    text: "Seit dem Beginn ist zu viel Zeit vergangen. Mit Ihrem Konto ist nichts geschehen.",
  },
  already_used: {
    title: "Dieser Schritt ist bereits erledigt",
    text: "Die Seite wurde schon einmal benutzt, vielleicht in einem anderen Tab oder durch Zurückgehen.",
  },
  start_again: "Neu beginnen",
  opened_directly: {
    title: "Hier gibt es noch nichts zu tun",
    text: "Apps öffnen diese Seite, wenn Sie sich anmelden sollen. Gehen Sie zur App und beginnen Sie dort.",
  },
  cookie_missing: {
    title: "Ihr Browser hat kein Cookie gesendet",
    text: "Vielleicht sind Cookies für diese Website gesperrt, oder die Seite wurde unter einer anderen Adresse geöffnet. Erlauben Sie Cookies und versuchen Sie es erneut.",
  },
  token_mismatch: {
    title: "Dieses Formular ist veraltet",
    text: "Es gehört zu einer anderen Browsersitzung. Zu Ihrer Sicherheit wurde nichts damit getan.",
  },
  try_again: "Erneut versuchen",
  unavailable: {
    title: "Das funktioniert gerade nicht",
    text: "Der Fehler liegt bei uns. Bitte versuchen Sie es gleich noch einmal.",
  },

  error: {
    title: "Die Anfrage der App konnte nicht abgeschlossen werden",
    text: "Sie haben nichts falsch gemacht. Gehen Sie zur App zurück und versuchen Sie es erneut; geschieht es wieder, zeigen Sie diese Angaben den Betreibern der App.",
  },
  reason: "Grund",
  what_helps: "Was hilft",
  error_code: "Fehler",
  request_id: "Anfragenummer",
};
