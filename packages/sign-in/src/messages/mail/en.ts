import { durationIn } from "../duration.ts";
import type { MailMessages } from "../mail-messages.ts";

export const mail: MailMessages = {
  forgot_password: "Forgot your password?",
  forgot_title: "Reset your password",
  forgot_text:
    "Enter your username or your verified email address. You will get an email with a link to choose a new password.",
  username_or_email: "Username or email address",
  send_link: "Send link",
  link_sent: {
    title: "Check your email",
    text: "If there is an account with a verified email address, a link is on its way to it. It works for 30 minutes. Look in your spam folder too.",
  },
  mails_paused: (seconds) =>
    `Too many emails were requested. You can request another one in ${durationIn("en", seconds)}.`,
  reset_title: "Choose a new password",
  reset_for: (username) => `For the account ${username}. You will be signed out everywhere.`,
  reset_done: {
    title: "Your password has been changed",
    text: "You have been signed out everywhere. Sign in with your new password.",
  },
  reset_next: "Next, sign in and check what could use your account before.",
  recovery: {
    title: "Check what can use your account",
    text: "Your password was reset by email, and you were signed out everywhere. What is listed here was added before that and still works. Remove what is not yours.",
    check: "Check now",
    keep: "Keep",
    later: "Later",
    save: "Save",
    choose: "Choose for each whether to keep or to remove it.",
    done: "Your choices have been saved.",
    passkey: "Passkey",
    app: "Connected app",
  },
  link_gone: {
    title: "This link no longer works",
    text: "It has expired or was already used. Request a new one.",
  },
  request_again: "Request a new link",

  email_code: "Email me a code",
  email_code_title: "Enter the code",
  email_code_text:
    "If there is an account with a verified email address, a code is on its way to it. It works for 10 minutes, in this browser only.",
  email_code_gone: "This code no longer works. Request a new one.",

  email: "Email address",
  no_email: "Your account has no email address.",
  verified: "Verified",
  not_verified: "Not verified",
  verify: "Verify",
  change_email: "Change email address",
  new_email: "New email address",
  new_email_hint: "You will get an email with a link. The address changes once you open it.",
  email_invalid: "Enter an email address such as alice@example.com.",
  verification_sent: "We sent you an email. Open the link in it to verify the address.",

  verify_title: "Verify your email address",
  verify_question: (address, username) => `Is ${address} the address of your account ${username}?`,
  email_verified: {
    title: "Your email address is verified",
    text: "You can use it to sign in and to reset your password.",
  },
  username_stays: (username) =>
    `Your username is still ${username}. You can sign in with either of them.`,
  email_taken: {
    title: "Another account uses this email address",
    text: "An address can be verified for one account only. Sign in to the other account, or use another address.",
  },
  sign_in_to_verify: {
    title: "Sign in to verify your email address",
    text: "Sign in to the account that the email is about.",
  },
  open_account: "Open your account",
};
