import type { JsonObject } from "@latchkey/api";

import type { Messages } from "../messages/messages-type.ts";
import type { ClientDetails } from "../pages/client-details.ts";
import { clientHeader } from "./client-header.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";
import { revealable, strengthMeter } from "./password-view.ts";

/** The first form: where the link goes. */
export interface AddressForm {
  /** The app that asks the user to sign in. */
  readonly client: ClientDetails | undefined;
  readonly target: FormTarget;
  readonly email: string;
  readonly problem: string | undefined;
  /** Where who has an account signs in. */
  readonly login_url: string | undefined;
}

export function addressView(shown: AddressForm, messages: Messages): SafeHtml {
  const { client, target, email, problem, login_url } = shown;
  const { registration } = messages;
  const fields = html`${inputField({
      name: "email",
      label: messages.account.email,
      value: email,
      problem,
      hasFocus: true,
      attributes: html`type="email" autocomplete="email" maxlength="254" autocapitalize="none"
      spellcheck="false"`,
    })}
    <div class="actions">
      <button class="button primary">${registration.send_link}</button>
    </div>`;
  return html`${client && clientHeader(client, messages)}
    <h1>${registration.create_account}</h1>
    <p class="quiet">${registration.enter_address}</p>
    ${form(target, fields)}
    ${
      login_url !== undefined &&
      html`<p class="links small">
        ${registration.have_account} <a href="${login_url}">${messages.sign_in}</a>
      </p>`
    }`;
}

/** The form behind the link: what the account begins with. */
export interface NewAccountForm {
  readonly title: string;
  readonly target: FormTarget;
  readonly email: string;
  readonly name: string;
  /** Undefined where the address is the username. */
  readonly username: string | undefined;
  readonly problem: NewAccountProblem | undefined;
  /** Options of `navigator.credentials.create`, where browsers have passkeys. */
  readonly passkey_options: JsonObject | undefined;
}

/** What the user must correct, and in which field. */
export interface NewAccountProblem {
  readonly field: "name" | "username" | "password" | "passkey";
  readonly text: string;
}

export function newAccountView(shown: NewAccountForm, messages: Messages): SafeHtml {
  const { target, email, name, username, problem } = shown;
  const { registration, choose_password } = messages;
  const problemOf = (field: NewAccountProblem["field"]) =>
    problem?.field === field ? problem.text : undefined;
  const first = problem?.field ?? "name";
  const fields = html`${inputField({
      name: "name",
      label: messages.account.name,
      value: name,
      problem: problemOf("name"),
      hasFocus: first === "name",
      attributes: html`type="text" autocomplete="name" maxlength="255"`,
    })}
    ${
      username === undefined
        ? html`<input type="text" value="${email}" autocomplete="username" readonly hidden />`
        : inputField({
            name: "username",
            label: registration.username,
            value: username,
            problem: problemOf("username"),
            hasFocus: first === "username",
            hint: registration.username_hint,
            attributes: html`type="text" autocomplete="username" maxlength="64"
            autocapitalize="none" spellcheck="false"`,
          })
    }
    ${inputField({
      name: "password",
      label: messages.password,
      value: "",
      problem: problemOf("password"),
      hasFocus: first === "password",
      hint: choose_password.hint,
      attributes: html`type="password" autocomplete="new-password" minlength="8" maxlength="1024"
      passwordrules="minlength: 8; maxlength: 1024;"`,
      wrap: (input) => html`${revealable(input, messages)} ${strengthMeter(messages)}`,
    })}
    <div class="actions">
      <button class="button primary">${registration.create_account}</button>
    </div>
    ${passkeyFields(shown, messages)}`;
  return html`<h1>${shown.title}</h1>
    <p class="quiet">${registration.account_for(email)}</p>
    ${form(target, fields)}`;
}

/** Shown by the script, where the browser has passkeys. */
function passkeyFields(
  { passkey_options, problem }: NewAccountForm,
  { factor, registration, account }: Messages,
): SafeHtml | undefined {
  if (passkey_options === undefined) return undefined;
  const isRefused = problem?.field === "passkey";
  return html`<input type="hidden" name="passkey" value="" />
    <div class="passkey-form" hidden>
      <p class="or small">${factor.or}</p>
      <div class="actions">
        <button
          class="button"
          type="button"
          data-passkey-create="${JSON.stringify(passkey_options)}"
        >
          ${registration.use_passkey}
        </button>
      </div>
      <p class="problem" id="passkey-problem" role="alert" ${!isRefused && html`hidden`}>
        ${isRefused ? problem.text : account.passkey_failed}
      </p>
    </div>`;
}

interface InputField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly hint?: string;
  readonly hasFocus: boolean;
  readonly attributes: SafeHtml;
  /** Around the input, and what belongs directly below it. */
  readonly wrap?: (input: SafeHtml) => SafeHtml;
}

function inputField(field: InputField): SafeHtml {
  const {
    name,
    label,
    value,
    problem,
    hint,
    hasFocus,
    attributes,
    wrap = (input) => input,
  } = field;
  const ids = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${wrap(
      html`<input
        id="${name}"
        name="${name}"
        value="${value}"
        required
        ${attributes}
        ${hasFocus && html`autofocus`}
        ${problem !== undefined && html`aria-invalid="true"`}
        ${ids !== "" && html`aria-describedby="${ids}"`}
      />`,
    )}
    ${
      problem !== undefined &&
      html`<p class="problem" id="${name}-problem" role="alert">${problem}</p>`
    }
    ${hint !== undefined && html`<p class="small quiet" id="${name}-hint">${hint}</p>`}
  </div>`;
}
