import type { JsonObject } from "@latchkey/api";

import type { ClientDetails } from "../pages/client-details.ts";
import { providerButtons } from "../federation/buttons.ts";
import type { ProviderButton } from "../federation/service.ts";
import type { Notice } from "../messages/notice.ts";
import { html, type SafeHtml } from "./html.ts";
import { introOf } from "./intro.ts";
import type { Messages } from "../messages/messages-type.ts";
import { clientHeader, clientLinks, destinationLine } from "./client-header.ts";
import { revealable } from "./password-view.ts";
import { form, checkbox, type FormTarget } from "./form.ts";

/** The content of the login form. */
export interface LoginForm {
  readonly client: ClientDetails;
  readonly target: FormTarget;
  readonly username: string;
  readonly remember: boolean;
  readonly problem?: FieldError | undefined;
  /** Where users without an account register. */
  readonly registration_url?: string | undefined;
  /** Options of `navigator.credentials.get`, where users can sign in with a passkey. */
  readonly passkey_options?: JsonObject | undefined;
  readonly providers: readonly ProviderButton[];
  readonly notice?: string;
  /** For support requests about that. */
  readonly request_id?: string | undefined;
  readonly pending_link?: { readonly notice: Notice; readonly state: string } | undefined;
  /** Where users who have forgotten their password get a new one. */
  readonly forgot_url?: string | undefined;
  readonly offers_email_code?: boolean;
}

/** An error message and the field it belongs to. */
export interface FieldError {
  readonly field: "username" | "password" | "passkey";
  readonly text: string;
}

export function loginView(shown: LoginForm, messages: Messages): SafeHtml {
  const { pending_link, notice, request_id } = shown;
  const fields = html`${
      pending_link &&
      html`<input type="hidden" name="pending_link" value="${pending_link.state}" />`
    }
    ${field("username", messages.username, shown, messages)}
    ${field("password", messages.password, shown, messages)}
    ${checkbox("remember", shown.remember, messages.remember_me)}
    ${
      shown.forgot_url !== undefined &&
      html`<p class="small"><a href="${shown.forgot_url}">${messages.mail.forgot_password}</a></p>`
    }
    <div class="actions">
      <button class="button primary" name="decision" value="sign_in">${messages.sign_in}</button>
      <button class="button" name="decision" value="cancel" formnovalidate>
        ${messages.cancel}
      </button>
    </div>
    ${
      shown.offers_email_code === true &&
      html`<div class="actions">
        <button class="button" name="decision" value="email_code" formnovalidate>
          ${messages.mail.email_code}
        </button>
      </div>`
    }
    ${passkeyFields(shown, messages)}`;
  const destination = destinationLine(shown.client, messages);
  return html`${clientHeader(shown.client, messages)}
    <h1>${pending_link?.notice.title ?? messages.own?.sign_in_title ?? messages.sign_in}</h1>
    <p class="quiet">${pending_link?.notice.text ?? messages.to_continue_to(shown.client.name)}</p>
    ${pending_link === undefined && introOf(messages.own?.sign_in_intro)}
    ${notice !== undefined && html`<p class="problem" role="alert">${notice}</p>`}
    ${
      notice !== undefined &&
      request_id !== undefined &&
      html`<p class="quiet small">${messages.request_id} <code>${request_id}</code></p>`
    }
    ${form(shown.target, fields)} ${providerButtons(shown.target, shown.providers, messages)}
    ${registrationLink(shown, messages)}
    ${destination && html`<div class="details">${destination}</div>`}
    ${clientLinks(shown.client, messages)}`;
}

function registrationLink(
  { registration_url }: LoginForm,
  { registration }: Messages,
): SafeHtml | undefined {
  if (registration_url === undefined) return undefined;
  return html`<p class="links small">
    ${registration.no_account} <a href="${registration_url}">${registration.create_account}</a>
  </p>`;
}

/** Shown by the script, where the browser has passkeys. */
function passkeyFields(
  { passkey_options, problem }: Pick<LoginForm, "passkey_options" | "problem">,
  { factor }: Messages,
): SafeHtml | undefined {
  if (passkey_options === undefined) return undefined;
  const isRefused = problem?.field === "passkey";
  return html`<input type="hidden" name="passkey" value="" />
    <div class="passkey-form" hidden>
      <p class="or small">${factor.or}</p>
      <div class="actions">
        <button class="button" type="button" data-passkey-get="${JSON.stringify(passkey_options)}">
          ${factor.use_passkey}
        </button>
      </div>
      <p class="problem" id="passkey-problem" role="alert" ${!isRefused && html`hidden`}>
        ${isRefused ? problem.text : factor.passkey_failed}
      </p>
    </div>`;
}

function field(
  name: "username" | "password",
  label: string,
  shown: LoginForm,
  messages: Messages,
): SafeHtml {
  const problem = shown.problem?.field === name ? shown.problem.text : undefined;
  const attributes = name === "username" ? usernameAttributes(shown) : PASSWORD_ATTRIBUTES;
  const described = html`aria-invalid="true" aria-describedby="${name}-problem"`;
  const input = html`<input
    id="${name}"
    name="${name}"
    required
    ${attributes}
    ${wantsFocus(name, shown) && html`autofocus`}
    ${problem !== undefined && described}
  />`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${name === "password" ? revealable(input, messages) : input}
    ${
      problem !== undefined &&
      html`<p class="problem" id="${name}-problem" role="alert">${problem}</p>`
    }
  </div>`;
}

/** `webauthn` lets browsers offer passkeys beside usernames. */
function usernameAttributes({ username, passkey_options }: LoginForm): SafeHtml {
  const autocomplete = passkey_options === undefined ? "username" : "username webauthn";
  return html`type="text" value="${username}" autocomplete="${autocomplete}" autocapitalize="none"
  spellcheck="false"`;
}

/** Focuses the field with the error, otherwise the first empty one. */
function wantsFocus(name: FieldError["field"], { username, problem }: LoginForm): boolean {
  const wrong = problem?.field === "passkey" ? undefined : problem?.field;
  return name === (wrong ?? (username === "" ? "username" : "password"));
}

const PASSWORD_ATTRIBUTES = html`type="password" autocomplete="current-password"`;
