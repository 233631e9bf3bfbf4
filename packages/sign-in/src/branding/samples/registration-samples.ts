import { forgotPasswordView, resetPasswordView, verifyEmailView } from "../../mail/mail-views.ts";
import { addressView, newAccountView } from "../../views/registration-view.ts";
import { client, EMAIL, of, passkeyOptions, type Sample, target } from "./sample.ts";

/** The pages of registration, and of what users do by mail. */
export const registrationSamples = {
  register: (messages) =>
    of(
      messages.registration.create_account,
      addressView({ client, target, email: "", problem: undefined, login_url: "#" }, messages),
    ),
  new_account: (messages) => {
    const title = messages.registration.create_account;
    const fields = { name: "", username: undefined, problem: undefined };
    return of(
      title,
      newAccountView(
        { title, target, email: EMAIL, ...fields, passkey_options: passkeyOptions },
        messages,
      ),
    );
  },
  forgot_password: (messages) =>
    of(messages.mail.forgot_title, forgotPasswordView({ target, problem: undefined }, messages)),
  reset_password: (messages) =>
    of(
      messages.mail.reset_title,
      resetPasswordView({ target, username: "alice", problem: undefined }, messages),
    ),
  verify_email: (messages) =>
    of(
      messages.mail.verify_title,
      verifyEmailView({ target, address: EMAIL, username: "alice", cancel_url: "#" }, messages),
    ),
} as const satisfies Readonly<Record<string, Sample>>;
