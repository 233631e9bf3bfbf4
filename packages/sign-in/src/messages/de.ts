import { account, factor } from "./account/de.ts";
import { federation } from "./federation/de.ts";
import { signingIn } from "./signing-in/de.ts";
import { registration } from "./registration/de.ts";
import { mail } from "./mail/de.ts";
import { activity } from "./activity/de.ts";
import type { Messages } from "./messages-type.ts";
import { passwordMessages } from "./password-texts.ts";

/** German. */
export const de: Messages = {
  sign_in: "Anmelden",
  to_continue_to: (client) => `Weiter zu ${client}`,
  username: "Benutzername oder E-Mail-Adresse",
  choose_password: passwordMessages.de,
  password: "Passwort",
  remember_me: "Auf diesem Gerät angemeldet bleiben",
  cancel: "Abbrechen",
  username_missing: "Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein.",
  password_missing: "Geben Sie Ihr Passwort ein.",
  wrong_credentials: "Benutzername oder Passwort ist falsch.",
  wait: (seconds) =>
    `Zu viele Versuche. Versuchen Sie es in ${seconds === 1 ? "einer Sekunde" : `${seconds} Sekunden`} erneut.`,
  busy: (seconds) =>
    `Derzeit melden sich sehr viele Personen an. Versuchen Sie es in ${seconds === 1 ? "einer Sekunde" : `${seconds} Sekunden`} erneut.`,
  account_gone: {
    title: "Melden Sie sich erneut an",
    text: "Das Konto, mit dem Sie angemeldet waren, ist nicht mehr verfügbar. Sie wurden deshalb abgemeldet.",
  },

  client_asks: (client) => `${client} möchte auf Ihr Konto zugreifen`,
  from_site: (host) => `Von ${host}`,
  returns_to: (host) => `Sie werden weitergeleitet zu ${host}`,
  returns_to_this_device: (host) =>
    `Sie werden weitergeleitet zu einer App auf diesem Gerät (${host})`,
  may_be_impersonated: (client) =>
    `Jedes Programm auf diesem Gerät kann sich als ${client} ausgeben. Erlauben Sie den Zugriff nur, wenn Sie die Anmeldung gerade selbst in dieser App gestartet haben.`,
  signed_in_as: (name) => `Angemeldet als ${name}`,
  use_another_account: "Anderes Konto verwenden",
  app_may_if_allowed: "Wenn Sie dies erlauben, kann die App",
  app_may_also: "Wenn Sie dies erlauben, kann die App außerdem",
  already_allowed: "Bereits erlaubt",
  scope: {
    openid: "Sie beim nächsten Besuch wiedererkennen",
    profile: "Ihren Namen, Ihr Profilbild und weitere Profilangaben sehen",
    email: "Ihre E-Mail-Adresse sehen",
    address: "Ihre Postanschrift sehen",
    phone: "Ihre Telefonnummer sehen",
    offline: "diesen Zugriff behalten, auch wenn Sie die App nicht nutzen",
    vault: (provider) => `in Ihrem Namen Ihr Konto bei ${provider} nutzen`,
    other: (scope) => `in Ihrem Namen auf „${scope}“ zugreifen`,
  },
  claim: {
    name: "Ihren Namen sehen",
    username: "Ihren Benutzernamen sehen",
    picture: "Ihr Profilbild sehen",
    website: "Ihre Webseiten sehen",
    gender: "Ihr Geschlecht sehen",
    birthdate: "Ihr Geburtsdatum sehen",
    locale: "Ihre Sprache und Zeitzone sehen",
    updated_at: "sehen, wann Ihre Angaben zuletzt geändert wurden",
  },
  claim_is_required: "von der App benötigt",
  details_asked: "Möchten Sie Folgendes erlauben?",
  all_details: "Alle Angaben",
  scope_always_included: "immer enthalten",
  scope_is_new: "neu",
  audience: "Der Zugriff gilt für",
  remember_consent: "Bei dieser App nicht mehr nachfragen",
  allow: "Erlauben",
  deny: "Ablehnen",
  privacy_policy: "Datenschutzerklärung",
  terms_of_service: "Nutzungsbedingungen",
  imprint: "Impressum",

  sign_out_question: "Abmelden?",
  sign_out_requested:
    "Eine App möchte Sie abmelden. Sie werden dann auch bei den anderen Apps abgemeldet, die Sie mit diesem Konto nutzen.",
  sign_out: "Abmelden",
  stay_signed_in: "Angemeldet bleiben",
  signed_out: { title: "Sie sind abgemeldet", text: "Sie können diese Seite schließen." },
  still_signed_in: {
    title: "Sie sind weiterhin angemeldet",
    text: "Es hat sich nichts geändert. Sie können diese Seite schließen.",
  },

  account,
  activity,
  factor,
  federation,
  signing_in: signingIn,
  registration,
  mail,

  device: {
    connect: "Gerät verbinden",
    enter_code: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
    code: "Gerätecode",
    code_missing: "Geben Sie den Code ein.",
    code_invalid:
      "Dieser Code ist ungültig. Prüfen Sie den Code auf Ihrem Gerät oder fordern Sie dort einen neuen an.",
    confirm: (client) => `${client} mit Ihrem Konto verbinden?`,
    same_code: "Prüfen Sie, ob Ihr Gerät diesen Code anzeigt:",
    beware:
      "Fahren Sie nur fort, wenn Sie den Vorgang selbst gestartet haben und das Gerät vor Ihnen steht. Wenn Ihnen jemand den Code oder einen Link geschickt hat, wählen Sie „Ablehnen“. Sonst erhält diese Person Zugriff auf Ihr Konto.",
    connected: {
      title: "Ihr Gerät ist verbunden",
      text: "Sie können diese Seite schließen und zu Ihrem Gerät zurückkehren.",
    },
    not_connected: {
      title: "Das Gerät wurde nicht verbunden",
      text: "Es hat keinen Zugriff auf Ihr Konto. Sie können diese Seite schließen.",
    },
    see_device: {
      title: "Weiter auf Ihrem Gerät",
      text: "Ihr Gerät zeigt an, ob es verbunden ist. Wenn es noch einen Code anzeigt, geben Sie diesen ein.",
    },
  },

  approve: {
    client_asks: (client) => `${client} möchte Sie anmelden`,
    same_message: "Prüfen Sie, ob die App dieselbe Nachricht anzeigt:",
    beware:
      "Erlauben Sie dies nur, wenn Sie den Vorgang gerade selbst gestartet haben. Wenn jemand Sie deswegen angerufen oder Ihnen geschrieben hat, wählen Sie „Ablehnen“. Sonst erhält diese Person Zugriff auf Ihr Konto.",
    nothing: {
      title: "Keine offenen Anfragen",
      text: "Hier erscheinen Anmeldeanfragen von Apps außerhalb dieses Browsers.",
    },
    check_again: "Erneut prüfen",
    sign_in_first: {
      title: "Melden Sie sich an, um Ihre Anfragen zu sehen",
      text: "Möglicherweise wartet eine App auf Ihre Antwort.",
    },
    sign_in_again: {
      title: "Melden Sie sich erneut an",
      text: "Die App verlangt, dass Sie sich noch einmal oder mit einer anderen Methode anmelden.",
    },
    allowed: {
      title: "Sie haben die Anmeldung erlaubt",
      text: "Sie können diese Seite schließen und zur App zurückkehren.",
    },
    denied: {
      title: "Sie haben die Anmeldung abgelehnt",
      text: "Die App hat keinen Zugriff auf Ihr Konto. Sie können diese Seite schließen.",
    },
  },

  workspace: {
    integration_asks: (integration) => `${integration} möchte auf Ihren Arbeitsbereich zugreifen`,
    which_workspace: "Welchen Arbeitsbereich möchten Sie verbinden?",
    workspace_missing: "Wählen Sie einen Arbeitsbereich aus.",
    in_workspace: (workspace) => `Die App wird mit Ihrem Arbeitsbereich ${workspace} verbunden.`,
    known_as: (name) => `In der App werden Sie als ${name} angezeigt`,
    whole_workspace_explained:
      "Die App wird mit dem gesamten Arbeitsbereich verbunden, nicht nur mit Ihrem Konto.",
    capability: {
      read_content: "Inhalte lesen, die Sie mit ihr teilen",
      update_content: "Inhalte ändern, die Sie mit ihr teilen",
      insert_content: "den geteilten Inhalten neue hinzufügen",
      read_comment: "Kommentare lesen",
      insert_comment: "Kommentare schreiben",
      read_user_without_email: "Namen und Profilbilder der Mitglieder des Arbeitsbereichs sehen",
      read_user_with_email:
        "Namen, Profilbilder und E-Mail-Adressen der Mitglieder des Arbeitsbereichs sehen",
    },
    no_capability: "sehen, um welchen Arbeitsbereich es sich handelt",
    share_what: "Was möchten Sie teilen?",
    only_selected_is_shared: "Es wird nur geteilt, was Sie auswählen.",
    nothing_to_share: "In diesem Arbeitsbereich gibt es noch nichts zu teilen.",
    duplicate_template: (title) => `Kopie der Vorlage „${title}“ zum Arbeitsbereich hinzufügen`,
    no_workspace: (integration) => ({
      title: "Kein passender Arbeitsbereich",
      text: `Sie gehören keinem Arbeitsbereich an, mit dem ${integration} verbunden werden kann. Bitten Sie einen Administrator, Sie hinzuzufügen.`,
    }),
    unnamed: "Unbenannter Arbeitsbereich",

    connected_apps: "Verbundene Apps",
    connected_apps_explained:
      "Diese Apps haben Zugriff auf Ihre Arbeitsbereiche. Trennen Sie die Verbindung zu Apps, die Sie nicht mehr nutzen.",
    sign_in_first: {
      title: "Melden Sie sich an, um Ihre verbundenen Apps zu sehen",
      text: "Nur Sie und die Administratoren Ihrer Arbeitsbereiche können sie sehen.",
    },
    no_membership: {
      title: "Sie gehören keinem Arbeitsbereich an",
      text: "Sobald Sie einem Arbeitsbereich beitreten, sehen Sie hier die Apps, die Sie damit verbinden.",
    },
    no_app_connected: "Mit diesem Arbeitsbereich sind keine Apps verbunden.",
    no_app_of_yours: "Sie haben mit diesem Arbeitsbereich keine Apps verbunden.",
    admin_sees_all:
      "Als Administrator sehen Sie alle verbundenen Apps, auch die anderer Mitglieder.",
    since: (day) => `Seit ${day}`,
    whole_workspace: "Für den gesamten Arbeitsbereich",
    connected_by: (name) => `Verbunden von ${name}`,
    shared: (count) => (count === 1 ? "1 Element geteilt" : `${count} Elemente geteilt`),
    nothing_shared: "Nichts geteilt",
    dormant: "inaktiv",
    app_may: "Die App kann",
    disconnect: "Trennen",

    disconnect_question: (integration, workspace) => `${integration} von ${workspace} trennen?`,
    app_can_no_longer: "Die App kann dann nicht mehr",
    app_loses_access_to: "Sie verliert den Zugriff auf",
    copies_stay:
      "Bereits kopierte Daten behält die App. Sie können die App jederzeit wieder verbinden.",
    keep_connected: "Verbunden lassen",
    disconnected: (integration) => ({
      title: `${integration} wurde getrennt`,
      text: "Die App hat keinen Zugriff mehr auf den Arbeitsbereich.",
    }),
    not_connected: {
      title: "Diese App ist nicht verbunden",
      text: "Möglicherweise wurde sie bereits getrennt, oder Sie sind nicht berechtigt, sie zu trennen.",
    },
    back_to_list: "Zurück zu den verbundenen Apps",

    directory: "App-Verzeichnis",
    directory_explained:
      "Apps, die Sie mit den von Ihnen verwalteten Arbeitsbereichen verbinden können, und was sie dort tun können.",
    sign_in_first_for_directory: {
      title: "Melden Sie sich an, um das App-Verzeichnis zu sehen",
      text: "Administratoren von Arbeitsbereichen sehen hier, welche Apps verfügbar sind.",
    },
    not_an_administrator: {
      title: "Sie sind kein Administrator eines Arbeitsbereichs",
      text: "Nur Administratoren eines Arbeitsbereichs können das App-Verzeichnis sehen.",
    },
    directory_empty: "Für diesen Arbeitsbereich sind keine Apps verfügbar.",
    whole_workspace_possible: "Kann mit dem gesamten Arbeitsbereich verbunden werden",
    connected: "verbunden",
    connect: "Verbinden",
    connect_in_app: "Starten Sie die Verbindung in der App selbst.",
  },

  redirecting: {
    title: "Sie werden weitergeleitet …",
    text: "Falls Sie nicht automatisch weitergeleitet werden, wählen Sie „Weiter“.",
  },
  proceed: "Weiter",
  expired: {
    title: "Diese Seite ist abgelaufen",
    text: "Der Vorgang hat zu lange gedauert. Ihr Konto ist nicht betroffen.",
  },
  already_used: {
    title: "Dieser Schritt ist bereits abgeschlossen",
    text: "Vielleicht haben Sie ihn in einem anderen Tab abgeschlossen oder bevor Sie zu dieser Seite zurückgekehrt sind.",
  },
  start_in_app: "Kehren Sie zur App zurück und versuchen Sie es dort erneut.",
  start_again: "Neu starten",
  opened_directly: {
    title: "Hier gibt es noch nichts zu tun",
    text: "Apps öffnen diese Seite, wenn Sie sich anmelden müssen. Öffnen Sie die App und melden Sie sich dort an.",
  },
  cookie_missing: {
    title: "Ihr Browser hat kein Cookie gesendet",
    text: "Möglicherweise sind Cookies für diese Website blockiert, oder die Seite wurde unter einer anderen Adresse geöffnet. Erlauben Sie Cookies und versuchen Sie es erneut.",
  },
  token_mismatch: {
    title: "Dieses Formular ist nicht mehr gültig",
    text: "Es gehört zu einer anderen Browsersitzung. Zu Ihrer Sicherheit wurde es nicht verarbeitet.",
  },
  try_again: "Erneut versuchen",
  unavailable: {
    title: "Es ist ein Fehler aufgetreten",
    text: "Das Problem liegt bei uns. Versuchen Sie es in Kürze erneut.",
  },

  error: {
    title: "Die Anfrage der App konnte nicht abgeschlossen werden",
    text: "Sie haben nichts falsch gemacht. Kehren Sie zur App zurück und versuchen Sie es erneut. Wenn das Problem weiterhin besteht, senden Sie diese Angaben an den Support der App.",
  },
  app_unknown: {
    title: "Die App konnte nicht identifiziert werden",
    text: "Die App ist hier nicht oder nicht mehr registriert. Senden Sie diese Angaben an den Support der App.",
  },
  app_disabled: {
    title: "Diese App ist deaktiviert",
    text: "Sie können sich derzeit nicht bei ihr anmelden. Senden Sie diese Angaben an den Support der App.",
  },
  too_many_requests: {
    title: "Zu viele Anfragen",
    text: "Aus Ihrem Netzwerk kamen in kurzer Zeit zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es dann erneut.",
  },
  technical_details: "Technische Angaben (auf Englisch)",
  reason: "Grund",
  how_to_fix: "Lösung",
  error_code: "Fehler",
  request_id: "Anfrage-ID",
  no_error: {
    title: "Es liegt kein Fehler vor",
    text: "Apps öffnen diese Seite, wenn etwas nicht geklappt hat. Um sich anzumelden, öffnen Sie die gewünschte App.",
  },

  page_not_found: {
    title: "Diese Seite gibt es nicht",
    text: "Überprüfen Sie die Adresse. Wenn Sie über einen Link in einer App hierhergelangt sind, informieren Sie den Support der App.",
  },
  wrong_method: {
    title: "Diese Seite lässt sich so nicht öffnen",
    text: "Diese Adresse erwartet eine andere Art von Anfrage, meist von einer App. Wenn Sie über einen Link in einer App hierhergelangt sind, informieren Sie den Support der App.",
  },
  start: {
    title: "Anmeldeserver",
    text: "Dieser Server meldet Benutzer bei Apps an und steuert mit OAuth 2.0 und OpenID Connect, worauf die Apps zugreifen dürfen. Um sich anzumelden, öffnen Sie die gewünschte App.",
  },
  issuer: "Aussteller",
  discovery_document: "Discovery-Dokument",
  open_console: "Konsole öffnen",
};
