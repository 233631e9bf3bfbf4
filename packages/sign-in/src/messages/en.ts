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
