import type { RegistrationMessages } from "../registration-messages.ts";

export const registration: RegistrationMessages = {
  create_account: "Create account",
  no_account: "No account yet?",
  have_account: "Already have an account?",
  enter_address: "Enter your email address. We’ll send you a link to continue.",
  send_link: "Send link",
  mailed: (address) => ({
    title: "Check your inbox",
    text: `We’ve sent an email to ${address}. Open the link in it in this browser to continue. If it does not arrive, look in your spam folder.`,
  }),
  address_malformed: "Enter a valid email address.",
  domain_not_allowed: "This address cannot be used here. Use the one of your organization.",
  not_offered: {
    title: "An administrator has to invite you",
    text: "You cannot create an account here yourself. Ask an administrator for an invitation.",
  },
  full: {
    title: "Try again later",
    text: "Too many people are creating an account right now.",
  },

  invited: "Accept your invitation",
  account_for: (address) => `Your account for ${address}`,
  username: "Username",
  username_hint: "2 to 64 letters or digits, with . _ or - between them.",
  use_passkey: "Use a passkey instead",
  name_missing: "Enter your name.",
  name_malformed: "Shorten your name, and write each word of it in one alphabet.",
  username_taken: "This username is taken. Choose another one.",
  gone: {
    title: "This link is no longer valid",
    text: "It has been used or withdrawn, or it has expired.",
  },
  address_taken: {
    title: "You already have an account",
    text: "Sign in with it.",
  },
  ready: {
    title: "Your account is ready",
    text: "You can sign in now.",
  },
};
