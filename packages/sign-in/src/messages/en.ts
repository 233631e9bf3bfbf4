import type { Messages } from "./phrases.ts";

/** English. */
export const en: Messages = {
  sign_in: "Sign in",
  to_continue_to: (client) => `to continue to ${client}`,
  username: "Username",
  password: "Password",
  remember_me: "Keep me signed in on this device",
  cancel: "Cancel",
  username_missing: "Enter your username.",
  password_missing: "Enter your password.",
  wrong_credentials: "This username and password do not belong together.",
  wait: (seconds) =>
    `Too many attempts. Please wait ${seconds === 1 ? "one second" : `${seconds} seconds`} and try again.`,
  busy: (seconds) =>
    `Too many people are signing in right now. Please wait ${seconds === 1 ? "one second" : `${seconds} seconds`} and try again.`,
  account_gone: {
    title: "Please sign in again",
    text: "The account this browser remembered is no longer available. We have forgotten it.",
  },

  client_asks: (client) => `${client} asks for access to your account`,
  from_site: (host) => `From ${host}`,
  returns_to: (host) => `Your browser then goes to ${host}`,
  returns_to_this_device: (host) => `Your browser then goes to an app on this device, at ${host}`,
  signed_in_as: (name) => `Signed in as ${name}`,
  use_another_account: "Use another account",
  it_may: "If you allow it, the app may",
  scope: {
    openid: "recognise you when you come back",
    profile: "see your name, picture and other profile details",
    email: "see your email address",
    address: "see your postal address",
    phone: "see your phone number",
    offline: "keep this access while you are away",
    other: (scope) => `use the permission “${scope}”`,
  },
  scope_always_included: "always included",
  scope_is_new: "new",
  at_services: "For use with",
  remember_consent: "Do not ask me again for this app",
  allow: "Allow",
  deny: "Do not allow",
  privacy_policy: "Privacy policy",
  terms_of_service: "Terms of service",

  sign_out_question: "Sign out?",
  sign_out_requested:
    "An app asks to sign you out here and in the other apps you use with this account.",
  sign_out: "Sign out",
  stay_signed_in: "Stay signed in",
  signed_out: { title: "You are signed out", text: "You can close this page." },
  still_signed_in: {
    title: "You are still signed in",
    text: "Nothing has changed. You can close this page.",
  },

  workspace: {
    integration_asks: (integration) => `${integration} asks for access to your workspace`,
    which_workspace: "Which workspace?",
    workspace_missing: "Choose a workspace.",
    in_workspace: (workspace) => `It will be connected to your workspace ${workspace}.`,
    known_as: (name) => `It will know you as ${name}`,
    for_everybody_explained: "It will be connected for the whole workspace, not for you alone.",
    capability: {
      read_content: "read the content that is shared with it",
      update_content: "change the content that is shared with it",
      insert_content: "add new content to what is shared with it",
      read_comment: "read comments",
      insert_comment: "write comments",
      read_user_without_email: "see the names and pictures of the people in the workspace",
      read_user_with_email:
        "see the names, pictures and email addresses of the people in the workspace",
    },
    no_capability: "see which workspace this is",
    share_what: "What do you share with it?",
    nothing_unless_ticked: "None of it is shared unless you tick it.",
    nothing_to_share: "There is nothing in this workspace to share yet.",
    duplicate_template: (title) => `Put a copy of the template “${title}” into the workspace`,
    no_workspace: (integration) => ({
      title: "There is no workspace to connect",
      text: `You are not in a workspace that ${integration} can be connected to. An administrator of one can add you.`,
    }),
    unnamed: "Workspace without a name",

    connected_apps: "Connected apps",
    connected_apps_explained:
      "These apps have access to your workspaces. Disconnect those you no longer use.",
    sign_in_first: {
      title: "Sign in to see your connected apps",
      text: "They are shown to you and to the administrators of your workspaces only.",
    },
    no_membership: {
      title: "You are not in a workspace",
      text: "Once you are, the apps that you connect to it are listed here.",
    },
    nothing_connected: "No app is connected to this workspace.",
    nothing_of_yours: "You have not connected an app to this workspace.",
    seen_as_admin: "As an administrator you see every app, whoever connected it.",
    since: (day) => `Since ${day}`,
    for_everybody: "For the whole workspace",
    connected_by: (name) => `Connected by ${name}`,
    shared: (count) => (count === 1 ? "One item shared" : `${count} items shared`),
    nothing_shared: "Nothing shared",
    dormant: "not in use",
    app_may: "The app may",
    disconnect: "Disconnect",

    disconnect_question: (integration, workspace) => `Disconnect ${integration} from ${workspace}?`,
    it_can_no_longer: "The app can then no longer",
    it_loses: "It loses access to",
    what_stays:
      "What the app has copied until now stays with it. You can connect it again at any time.",
    keep_connected: "Keep it",
    disconnected: (integration) => ({
      title: `${integration} is disconnected`,
      text: "It no longer has access to the workspace.",
    }),
    not_connected: {
      title: "This app is not connected",
      text: "Perhaps it was disconnected already, or it is not yours to disconnect.",
    },
    back_to_list: "Back to the connected apps",
  },

  moving_on: { title: "One moment", text: "You are being taken onwards." },
  proceed: "Continue",
  expired: {
    title: "This page has expired",
    text: "Too much time has passed since you started. Nothing has happened to your account.",
  },
  already_used: {
    title: "This step is already done",
    text: "The page was used once before, perhaps in another tab or by going back.",
  },
  start_again: "Start again",
  opened_directly: {
    title: "There is nothing to do here yet",
    text: "Apps open this page when they want you to sign in. Go to the app and start there.",
  },
  cookie_missing: {
    title: "Your browser sent no cookie",
    text: "Cookies may be blocked for this site, or the page was opened under another address than it was sent to. Allow cookies and try again.",
  },
  token_mismatch: {
    title: "This form is out of date",
    text: "It was made for another browser session. For your safety, nothing was done with it.",
  },
  try_again: "Try again",
  unavailable: {
    title: "This does not work right now",
    text: "The fault is on our side. Please try again in a moment.",
  },

  error: {
    title: "The app’s request could not be completed",
    text: "You did nothing wrong. Go back to the app and try again; if it happens again, show these details to the people who run it.",
  },
  reason: "Reason",
  what_helps: "What helps",
  error_code: "Error",
  request_id: "Request id",
};
