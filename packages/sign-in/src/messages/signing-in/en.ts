import type { SigningInMessages } from "../signing-in-messages.ts";

export const signingIn: SigningInMessages = {
  set_up_factor: {
    title: "Set up two-step verification",
    text: "Signing in here takes more than a password. Set it up once, and confirm every sign-in with it from then on.",
  },
  set_up_passkey: {
    title: "Create a passkey",
    text: "Signing in here takes a passkey. You confirm it’s you with your fingerprint, face or screen lock.",
  },
  create_passkey: "Create a passkey",
  use_app: "Use an authenticator app",
  no_usable_factor: {
    title: "You cannot sign in here",
    text: "Your account is protected by a step that does not work on this site. Ask your administrator for help.",
  },

  choose_account: "Choose an account",
  signed_in: "Signed in",
  signed_out: "Signed out",
  remove_account: (user) => `Remove ${user} from this list`,
  sign_out_all: "Sign out of all accounts",
  others_signed_in: (users) => `You are also signed in as ${users} in this browser.`,

  show_password: "Show password",
  hide_password: "Hide password",
  password_strength: "Password strength",
  strengths: {
    too_short: "Too short",
    weak: "Easy to guess",
    fair: "Fair",
    good: "Good",
    strong: "Strong",
  },
};
