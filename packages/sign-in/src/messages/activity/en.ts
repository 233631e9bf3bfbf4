import type { ActivityMessages } from "../activity-messages.ts";

export const activity: ActivityMessages = {
  edit_profile: "Edit profile",
  claim: {
    name: "Name",
    given_name: "First name",
    family_name: "Last name",
    middle_name: "Middle name",
    nickname: "Nickname",
    profile: "Profile page",
    picture: "Address of a picture of you",
    website: "Website",
    gender: "Gender",
    birthdate: "Date of birth",
    zoneinfo: "Time zone",
    locale: "Language",
  },
  claim_hint: {
    birthdate: "Year, month and day, such as 1990-12-31.",
    zoneinfo: "For example Europe/London.",
    locale: "For example en-GB.",
  },
  claim_invalid: "This is not a valid value.",
  save: "Save",
  profile_saved: "Your profile has been saved.",

  history: "Recent activity",
  history_explained:
    "Is there something you do not recognise? Change your password and sign out on all other devices.",
  no_history: "Nothing has happened recently.",
  older: "Show older activity",
  event: {
    signed_in: "Signed in",
    password_changed: "Password changed",
    recovery_codes_created: "New recovery codes created",
    provider_linked: "External account linked",
    provider_unlinked: "External account unlinked",
    session_ended: "Signed out on a device",
    sessions_ended: "Signed out on other devices",
    app_disconnected: "App disconnected",
    profile_changed: "Profile changed",
    data_downloaded: "Data downloaded",
    account_changed: "Account changed",
    kept_tokens_removed: "Access for apps removed",
  },
  sign_in_failed: (count) => (count === 1 ? "Failed sign-in" : `${count} failed sign-ins`),
  factor_added: { totp: "Authenticator app added", passkey: "Passkey added" },
  factor_removed: { totp: "Authenticator app removed", passkey: "Passkey removed" },
  kept_token_used: (app, provider) => `${app} got access to your account at ${provider}`,
  support_access: (actor, app) => `${actor} from support accessed your account with ${app}`,
  times: (count) => `${count} times`,
  by_administrator: "By an administrator",
  method: { password: "Password", code: "Code", passkey: "Passkey" },

  agent: "AI agent",
  workspace_apps: "Apps of your workspaces",

  data: "Your data",
  data_explained: "Download everything that is stored about you here, as a file.",
  download: "Download your data",
  delete_account: "Delete your account",
  delete_explained: "Your account and everything that is stored about you here will be deleted.",
  delete_question: "Delete your account?",
  what_ends: "If you delete your account",
  ends: {
    sign_in: "you can no longer sign in",
    sessions: (count) =>
      count === 1 ? "you are signed out on this device" : `you are signed out on ${count} devices`,
    apps: (count) =>
      count === 1
        ? "1 connected app loses its access"
        : `${count} connected apps lose their access`,
    integrations: (count) =>
      count === 1
        ? "1 workspace app that you connected is disconnected"
        : `${count} workspace apps that you connected are disconnected`,
    data: "your profile, your sign-in methods and your activity are deleted",
  },
  cannot_be_undone: "This cannot be undone. Apps may keep what they have already received.",
  confirm_username: (username) => `To confirm, type your username: ${username}`,
  username_differs: "This is not your username.",
  keep_account: "Keep account",
  deleted: {
    title: "Your account has been deleted",
    text: "You are signed out on all devices.",
  },
};
