import { account, factor } from "./account/en.ts";
import { federation } from "./federation/en.ts";
import { signingIn } from "./signing-in/en.ts";
import { registration } from "./registration/en.ts";
import { mail } from "./mail/en.ts";
import { activity } from "./activity/en.ts";
import type { Messages } from "./messages-type.ts";
import { passwordMessages } from "./password-texts.ts";

/** English. */
export const en: Messages = {
  sign_in: "Sign in",
  to_continue_to: (client) => `to continue to ${client}`,
  username: "Username or email address",
  choose_password: passwordMessages.en,
  password: "Password",
  remember_me: "Keep me signed in on this device",
  cancel: "Cancel",
  username_missing: "Enter your username or email address.",
  password_missing: "Enter your password.",
  wrong_credentials: "Incorrect username or password.",
  wait: (seconds) =>
    `Too many attempts. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
  busy: (seconds) =>
    `Too many people are signing in right now. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
  account_gone: {
    title: "Sign in again",
    text: "The account you were signed in with is no longer available, so you have been signed out.",
  },

  client_asks: (client) => `${client} wants access to your account`,
  from_site: (host) => `From ${host}`,
  returns_to: (host) => `You will be redirected to ${host}`,
  returns_to_this_device: (host) => `You will be redirected to an app on this device (${host})`,
  may_be_impersonated: (client) =>
    `Any program on this device can claim to be ${client}. Allow this only if you have just started signing in from that app.`,
  signed_in_as: (name) => `Signed in as ${name}`,
  use_another_account: "Use another account",
  app_may_if_allowed: "This will allow the app to",
  app_may_also: "This will also allow the app to",
  already_allowed: "Already allowed",
  scope: {
    openid: "recognize you when you come back",
    profile: "see your name, picture and other profile details",
    email: "see your email address",
    address: "see your postal address",
    phone: "see your phone number",
    offline: "keep this access when you are not using the app",
    vault: (provider) => `use your account at ${provider} on your behalf`,
    other: (scope) => `access “${scope}” on your behalf`,
  },
  claim: {
    name: "see your name",
    username: "see your username",
    picture: "see your picture",
    website: "see your web pages",
    gender: "see your gender",
    birthdate: "see your date of birth",
    locale: "see your language and time zone",
    updated_at: "see when your details were last changed",
  },
  claim_is_required: "required by the app",
  details_asked: "Do you want to allow the following?",
  all_details: "All details",
  scope_always_included: "always included",
  scope_is_new: "new",
  audience: "Access applies to",
  remember_consent: "Do not ask me again for this app",
  allow: "Allow",
  deny: "Deny",
  privacy_policy: "Privacy policy",
  terms_of_service: "Terms of service",
  imprint: "Imprint",

  sign_out_question: "Sign out?",
  sign_out_requested:
    "An app wants to sign you out. You will also be signed out of the other apps you use with this account.",
  sign_out: "Sign out",
  stay_signed_in: "Stay signed in",
  signed_out: { title: "You are signed out", text: "You can close this page." },
  still_signed_in: {
    title: "You are still signed in",
    text: "Nothing has changed. You can close this page.",
  },

  account,
  activity,
  factor,
  federation,
  signing_in: signingIn,
  registration,
  mail,

  device: {
    connect: "Connect a device",
    enter_code: "Enter the code shown on your device.",
    code: "Code",
    code_missing: "Enter the code.",
    code_invalid: "This code is not valid. Check the code on your device, or get a new one there.",
    confirm: (client) => `Connect ${client} to your account?`,
    same_code: "Check that your device shows this code:",
    beware:
      "Continue only if you started this yourself, on a device in front of you. If someone sent you the code or a link, select Deny. Otherwise, they get access to your account.",
    connected: {
      title: "Your device is connected",
      text: "You can close this page and return to your device.",
    },
    not_connected: {
      title: "The device was not connected",
      text: "It has no access to your account. You can close this page.",
    },
    see_device: {
      title: "Continue on your device",
      text: "Your device shows whether it is connected. If it still displays a code, enter that code.",
    },
  },

  approve: {
    client_asks: (client) => `${client} wants to sign you in`,
    same_message: "Check that the app shows the same message:",
    beware:
      "Allow this only if you have just started it yourself. If someone called you or sent you a message about it, select Deny. Otherwise, they get access to your account.",
    nothing: {
      title: "No pending requests",
      text: "Sign-in requests from apps outside this browser appear here.",
    },
    check_again: "Check again",
    sign_in_first: {
      title: "Sign in to see your requests",
      text: "An app may be waiting for your answer.",
    },
    sign_in_again: {
      title: "Sign in again",
      text: "The app requires a more recent sign-in or a different sign-in method.",
    },
    allowed: {
      title: "You allowed the sign-in",
      text: "You can close this page and return to the app.",
    },
    denied: {
      title: "You denied the sign-in",
      text: "The app has no access to your account. You can close this page.",
    },
  },

  workspace: {
    integration_asks: (integration) => `${integration} wants access to your workspace`,
    which_workspace: "Which workspace?",
    workspace_missing: "Select a workspace.",
    in_workspace: (workspace) => `The app will be connected to your workspace ${workspace}.`,
    known_as: (name) => `You will appear in the app as ${name}`,
    whole_workspace_explained:
      "The app will be connected to the whole workspace, not just to your account.",
    capability: {
      read_content: "read the content you share with it",
      update_content: "change the content you share with it",
      insert_content: "add new content to what you share with it",
      read_comment: "read comments",
      insert_comment: "write comments",
      read_user_without_email: "see the names and pictures of workspace members",
      read_user_with_email: "see the names, pictures and email addresses of workspace members",
    },
    no_capability: "see which workspace this is",
    share_what: "What do you want to share?",
    only_selected_is_shared: "Only what you select is shared.",
    nothing_to_share: "There is nothing to share in this workspace yet.",
    duplicate_template: (title) => `Add a copy of the template “${title}” to the workspace`,
    no_workspace: (integration) => ({
      title: "No workspace to connect",
      text: `You are not a member of any workspace that ${integration} can be connected to. Ask a workspace administrator to add you.`,
    }),
    unnamed: "Unnamed workspace",

    connected_apps: "Connected apps",
    connected_apps_explained:
      "These apps have access to your workspaces. Disconnect those you no longer use.",
    sign_in_first: {
      title: "Sign in to see your connected apps",
      text: "Only you and the administrators of your workspaces can see them.",
    },
    no_membership: {
      title: "You are not a member of any workspace",
      text: "Once you join one, the apps you connect to it are listed here.",
    },
    no_app_connected: "No apps are connected to this workspace.",
    no_app_of_yours: "You have not connected any apps to this workspace.",
    admin_sees_all:
      "As an administrator, you see all connected apps, including those of other members.",
    since: (day) => `Since ${day}`,
    whole_workspace: "For the whole workspace",
    connected_by: (name) => `Connected by ${name}`,
    shared: (count) => (count === 1 ? "1 item shared" : `${count} items shared`),
    nothing_shared: "Nothing shared",
    dormant: "inactive",
    app_may: "The app can",
    disconnect: "Disconnect",

    disconnect_question: (integration, workspace) => `Disconnect ${integration} from ${workspace}?`,
    app_can_no_longer: "The app will no longer be able to",
    app_loses_access_to: "It will lose access to",
    copies_stay: "The app keeps what it has already copied. You can connect it again at any time.",
    keep_connected: "Keep connected",
    disconnected: (integration) => ({
      title: `${integration} has been disconnected`,
      text: "It can no longer access the workspace.",
    }),
    not_connected: {
      title: "This app is not connected",
      text: "It may already have been disconnected, or you do not have permission to disconnect it.",
    },
    back_to_list: "Back to connected apps",

    directory: "App directory",
    directory_explained:
      "Apps you can connect to the workspaces you administer, and what they can do there.",
    sign_in_first_for_directory: {
      title: "Sign in to see the app directory",
      text: "Workspace administrators can see which apps are available.",
    },
    not_an_administrator: {
      title: "You are not a workspace administrator",
      text: "Only administrators of a workspace can see the app directory.",
    },
    directory_empty: "No apps are available for this workspace.",
    whole_workspace_possible: "Can be connected to the whole workspace",
    connected: "connected",
    connect: "Connect",
    connect_in_app: "To connect this app, start in the app itself.",
  },

  redirecting: {
    title: "Redirecting…",
    text: "If you are not redirected automatically, select Continue.",
  },
  proceed: "Continue",
  expired: {
    title: "This page has expired",
    text: "Too much time has passed since you started. Your account is not affected.",
  },
  already_used: {
    title: "This step is already complete",
    text: "You may have completed it in another tab, or before you went back to this page.",
  },
  start_in_app: "Go back to the app and start again.",
  start_again: "Start again",
  opened_directly: {
    title: "There is nothing to do here yet",
    text: "Apps open this page when you need to sign in. Go to the app and start there.",
  },
  cookie_missing: {
    title: "Your browser did not send a cookie",
    text: "Cookies may be blocked for this site, or the page was opened under a different address. Allow cookies and try again.",
  },
  token_mismatch: {
    title: "This form is out of date",
    text: "It belongs to another browser session. For your security, it was not processed.",
  },
  try_again: "Try again",
  unavailable: {
    title: "Something went wrong",
    text: "The problem is on our side. Try again in a moment.",
  },

  error: {
    title: "The app’s request could not be completed",
    text: "You did nothing wrong. Go back to the app and try again. If the problem continues, send these details to the app’s support team.",
  },
  app_unknown: {
    title: "The app could not be identified",
    text: "The app is not registered here, or no longer is. Send these details to the app’s support team.",
  },
  app_disabled: {
    title: "This app is disabled",
    text: "You cannot sign in to it at the moment. Send these details to the app’s support team.",
  },
  too_many_requests: {
    title: "Too many requests",
    text: "Too many requests came from your network in a short time. Wait a moment, then try again.",
  },
  technical_details: "Technical details",
  reason: "Reason",
  how_to_fix: "How to fix this",
  error_code: "Error",
  request_id: "Request ID",
  no_error: {
    title: "There is no error to show",
    text: "Apps send you to this page when something goes wrong. To sign in, go to the app and start there.",
  },

  page_not_found: {
    title: "This page does not exist",
    text: "Check the address. If a link in an app brought you here, tell the app’s support team.",
  },
  wrong_method: {
    title: "This page cannot be opened this way",
    text: "This address expects a different kind of request, usually from an app. If a link in an app brought you here, tell the app’s support team.",
  },
  start: {
    title: "Sign-in server",
    text: "This server signs users in to apps and controls what those apps can access, using OAuth 2.0 and OpenID Connect. To sign in, go to the app and start there.",
  },
  issuer: "Issuer",
  discovery_document: "Discovery document",
  open_console: "Open the console",
};
