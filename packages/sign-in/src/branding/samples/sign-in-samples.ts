import { emailCodeView } from "../../mail/mail-views.ts";
import type { Messages } from "../../messages/messages-type.ts";
import { chooseAccountView } from "../../signing-in/choose-account-view.ts";
import { savedCodesView, setUpFactorView } from "../../signing-in/set-up-view.ts";
import { html } from "../../views/html.ts";
import type { Content } from "../../views/layout.ts";
import { loginView } from "../../views/login-view.ts";
import { newPasswordField } from "../../views/password-view.ts";
import { secondFactorView } from "../../views/second-factor-view.ts";
import {
  client,
  CODES,
  EMAIL,
  of,
  passkeyOptions,
  proposal,
  type Sample,
  target,
  USER,
} from "./sample.ts";

/** The pages of a sign-in. */
export const signInSamples = {
  sign_in: (messages) => loginSample(messages, {}),
  wrong_password: (messages) =>
    loginSample(messages, {
      username: "alice",
      problem: { field: "password", text: messages.wrong_credentials },
    }),
  choose_account: (messages) =>
    of(
      messages.signing_in.choose_account,
      chooseAccountView(
        {
          client,
          target,
          accounts: [
            { subject: "alice", user: USER, other: EMAIL, is_signed_in: true },
            { subject: "bob", user: "Bob", other: undefined, is_signed_in: false },
          ],
        },
        messages,
      ),
    ),
  second_factor: (messages) => secondFactorSample(messages, undefined),
  second_factor_passkey: (messages) => secondFactorSample(messages, passkeyOptions),
  set_up_factor: (messages) => {
    const notice = messages.signing_in.set_up_factor;
    const shown = {
      client,
      target,
      notice,
      state: "",
      app: proposal,
      passkey_options: passkeyOptions,
    };
    return of(notice.title, setUpFactorView({ ...shown, problem: undefined }, messages));
  },
  recovery_codes: (messages) =>
    of(
      messages.account.recovery_codes_shown.title,
      savedCodesView({ target, state: "", codes: CODES }, messages),
    ),
  choose_password: (messages) => {
    const { choose, must_change, save } = messages.choose_password;
    const field = newPasswordField({ name: "alice", problem: "common" }, messages);
    return of(
      choose,
      html`<h1>${choose}</h1>
        <p class="quiet">${must_change}</p>
        <form>
          ${field}
          <div class="actions">
            <button class="button primary">${save}</button>
            <button class="button">${messages.cancel}</button>
          </div>
        </form>`,
    );
  },
  email_code: (messages) =>
    of(
      messages.mail.email_code_title,
      emailCodeView({ client, target, state: "", problem: undefined }, messages),
    ),
} as const satisfies Readonly<Record<string, Sample>>;

const providers = [
  { provider_id: "google", name: "Google", mark: "google" },
  { provider_id: "staff", name: "Wonderland Staff", mark: "" },
];

function loginSample(messages: Messages, shown: Partial<Parameters<typeof loginView>[0]>): Content {
  const title = messages.own?.sign_in_title ?? messages.sign_in;
  const more = {
    providers,
    passkey_options: passkeyOptions,
    registration_url: "#",
    forgot_url: "#",
  };
  const login = { client, target, username: "", remember: false, ...more, ...shown };
  return of(title, loginView(login, messages));
}

function secondFactorSample(
  messages: Messages,
  options: Parameters<typeof secondFactorView>[0]["passkey_options"],
): Content {
  const shown = { client, target, state: "", problem: undefined, uses_recovery_code: false };
  return of(
    messages.own?.second_factor_title ?? messages.factor.confirm_title,
    secondFactorView({ ...shown, passkey_options: options }, messages),
  );
}
