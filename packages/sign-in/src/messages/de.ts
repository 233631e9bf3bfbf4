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
  busy: (seconds) =>
    `Gerade melden sich sehr viele Personen an. Bitte warten Sie ${seconds === 1 ? "eine Sekunde" : `${seconds} Sekunden`} und versuchen Sie es erneut.`,
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

  workspace: {
    integration_asks: (integration) => `${integration} bittet um Zugriff auf Ihren Arbeitsbereich`,
    which_workspace: "Welcher Arbeitsbereich?",
    workspace_missing: "Wählen Sie einen Arbeitsbereich.",
    in_workspace: (workspace) => `Die App wird mit Ihrem Arbeitsbereich ${workspace} verbunden.`,
    known_as: (name) => `Die App kennt Sie dort als ${name}`,
    for_everybody_explained:
      "Die App wird für den ganzen Arbeitsbereich verbunden, nicht nur für Sie.",
    capability: {
      read_content: "die mit ihr geteilten Inhalte lesen",
      update_content: "die mit ihr geteilten Inhalte ändern",
      insert_content: "zu den mit ihr geteilten Inhalten neue hinzufügen",
      read_comment: "Kommentare lesen",
      insert_comment: "Kommentare schreiben",
      read_user_without_email: "Namen und Bilder der Menschen im Arbeitsbereich sehen",
      read_user_with_email:
        "Namen, Bilder und E-Mail-Adressen der Menschen im Arbeitsbereich sehen",
    },
    no_capability: "sehen, welcher Arbeitsbereich dies ist",
    share_what: "Was teilen Sie mit der App?",
    nothing_unless_ticked: "Nichts davon wird geteilt, was Sie nicht ankreuzen.",
    nothing_to_share: "In diesem Arbeitsbereich gibt es noch nichts zu teilen.",
    duplicate_template: (title) => `Eine Kopie der Vorlage „${title}“ im Arbeitsbereich anlegen`,
    no_workspace: (integration) => ({
      title: "Es gibt keinen Arbeitsbereich zum Verbinden",
      text: `Sie sind in keinem Arbeitsbereich, mit dem ${integration} verbunden werden kann. Wer einen verwaltet, kann Sie hinzufügen.`,
    }),
    unnamed: "Arbeitsbereich ohne Namen",

    connected_apps: "Verbundene Apps",
    connected_apps_explained:
      "Diese Apps haben Zugriff auf Ihre Arbeitsbereiche. Trennen Sie, was Sie nicht mehr nutzen.",
    sign_in_first: {
      title: "Melden Sie sich an, um Ihre verbundenen Apps zu sehen",
      text: "Nur Sie und die Verwaltung Ihrer Arbeitsbereiche können sie sehen.",
    },
    no_membership: {
      title: "Sie sind in keinem Arbeitsbereich",
      text: "Sobald Sie es sind, stehen hier die Apps, die Sie damit verbinden.",
    },
    nothing_connected: "Mit diesem Arbeitsbereich ist keine App verbunden.",
    nothing_of_yours: "Sie haben mit diesem Arbeitsbereich keine App verbunden.",
    seen_as_admin:
      "Da Sie den Arbeitsbereich verwalten, sehen Sie jede App, wer auch immer sie verbunden hat.",
    since: (day) => `Seit ${day}`,
    for_everybody: "Für den ganzen Arbeitsbereich",
    connected_by: (name) => `Verbunden von ${name}`,
    shared: (count) => (count === 1 ? "Ein Element geteilt" : `${count} Elemente geteilt`),
    nothing_shared: "Nichts geteilt",
    dormant: "nicht in Gebrauch",
    app_may: "Die App darf",
    disconnect: "Trennen",

    disconnect_question: (integration, workspace) => `${integration} von ${workspace} trennen?`,
    it_can_no_longer: "Die App kann dann nicht mehr",
    it_loses: "Sie verliert den Zugriff auf",
    what_stays:
      "Was die App bis jetzt kopiert hat, bleibt bei ihr. Sie können sie jederzeit wieder verbinden.",
    keep_connected: "Verbunden lassen",
    disconnected: (integration) => ({
      title: `${integration} ist getrennt`,
      text: "Die App hat keinen Zugriff mehr auf den Arbeitsbereich.",
    }),
    not_connected: {
      title: "Diese App ist nicht verbunden",
      text: "Vielleicht wurde sie schon getrennt, oder es steht Ihnen nicht zu, sie zu trennen.",
    },
    back_to_list: "Zurück zu den verbundenen Apps",
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
