import type { AccountMessages, FactorMessages } from "../account-messages.ts";

export const account: AccountMessages = {
  title: "Your account",
  sign_in_again: {
    title: "Sign in again to continue",
    text: "For your security, this change is possible only shortly after you sign in.",
  },
  back: "Back to your account",

  profile: "Profile",
  username: "Username",
  name: "Name",
  email: "Email address",

  change_password: "Change password",
  current_password: "Current password",
  new_password: "New password",
  new_password_hint: "At least 8 characters.",
  current_password_wrong: "This is not your current password.",
  password_changed: {
    title: "Your password has been changed",
    text: "You have been signed out on all devices. Sign in with your new password.",
  },

  factors: "Two-step verification",
  factors_explained:
    "After your password, you enter a code that only you can see. That way, a stolen password is not enough to sign in.",
  authenticator_app: "Authenticator app",
  not_set_up: "Not set up",
  set_up: "Set up",
  since: (date) => `Added on ${date}`,
  access_until: (date) => `Access until ${date}`,
  last_used: (date) => `Last used on ${date}`,
  never_used: "Not used yet",
  remove: "Remove",
  app_scan: "Scan this QR code with your authenticator app.",
  qr_code: "QR code for your authenticator app",
  app_type: "Or enter this key in the app:",
  app_open: "Open an authenticator app on this device",
  app_confirm: "Then enter the 6-digit code that the app shows.",
  app_code_wrong: "This code is not valid. Enter the code that the app shows now.",
  app_added: "The authenticator app has been set up.",
  factor_removed: "Removed. It can no longer be used to sign in.",

  recovery_codes: "Recovery codes",
  recovery_codes_left: (count) => `${count} left`,
  new_recovery_codes: "Create new codes",
  recovery_codes_shown: {
    title: "Save your recovery codes",
    text: "With one of these codes you can sign in if you lose your device. Each code works once. They will not be shown again.",
  },
  recovery_codes_saved: "I have saved the codes",

  passkeys: "Passkeys",
  passkeys_explained:
    "Sign in with your fingerprint, face or screen lock instead of your password.",
  no_passkey: "You have no passkeys yet.",
  passkey_name: "Name of the new passkey",
  add_passkey: "Add a passkey",
  passkey_added: "The passkey has been added.",
  passkey_failed: "The passkey was not added. Try again.",
  last_passkey:
    "This is the only way to sign in to your account. Set a password or add another passkey before you remove it.",
  passkey_needs_script: "To add a passkey, allow JavaScript for this site.",
  unnamed_passkey: "Passkey",

  sessions: "Devices",
  sessions_explained: "You are signed in on these devices.",
  device: (browser, system) => `${browser} on ${system}`,
  unknown_device: "Unknown device",
  this_device: "This device",
  signed_in_at: (date) => `Signed in on ${date}`,
  sign_out_others: "Sign out on all other devices",
  session_ended: "You have been signed out on that device.",
  sessions_ended: "You have been signed out on all other devices.",

  apps: "Connected apps",
  no_apps: "No app has access to your account.",
  app_may: "It can",
  disconnect: "Disconnect",
  disconnected: "The app no longer has access to your account.",
};

export const factor: FactorMessages = {
  use_passkey: "Sign in with a passkey",
  passkey_failed: "The passkey could not be used. Try again, or use your password.",
  or: "or",
  confirm_title: "Confirm it’s you",
  enter_code: "Enter the code from your authenticator app.",
  code: "6-digit code",
  code_missing: "Enter the code.",
  code_wrong: "This code is not valid, or it has already been used.",
  lost_device: "Use a recovery code",
  recovery_code: "Recovery code",
  use_your_passkey: "Confirm with your passkey to continue.",
  needs_script: "Passkeys need JavaScript. Allow it for this site and reload the page.",
};
