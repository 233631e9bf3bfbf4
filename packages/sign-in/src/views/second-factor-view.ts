import type { JsonObject } from "@latchkey/api";

import type { Messages } from "../messages/messages-type.ts";
import type { Notice } from "../messages/notice.ts";
import type { ClientDetails } from "../pages/client-details.ts";
import { codeField } from "./factors-view.ts";
import { clientHeader } from "./client-header.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";

/** The second step of a sign-in: a code, or a passkey where there are options for one. */
export interface SecondFactorForm {
  readonly client: ClientDetails;
  readonly target: FormTarget;
  readonly state: string;
  readonly problem: string | undefined;
  /** Whether the problem is about the recovery code. */
  readonly uses_recovery_code: boolean;
  readonly passkey_options: JsonObject | undefined;
}

export function secondFactorView(shown: SecondFactorForm, messages: Messages): SafeHtml {
  const { client, target, state, passkey_options } = shown;
  const { factor } = messages;
  const fields = html`<input type="hidden" name="state" value="${state}" /> ${
      passkey_options === undefined
        ? codeFields(shown, messages)
        : passkeyFields(passkey_options, shown, messages)
    }`;
  const text = passkey_options === undefined ? factor.enter_code : factor.use_your_passkey;
  return html`${clientHeader(client, messages)}
    <h1>${messages.own?.second_factor_title ?? factor.confirm_title}</h1>
    <p class="quiet">${text}</p>
    ${form(target, fields)}`;
}

function codeFields(
  { problem, uses_recovery_code }: SecondFactorForm,
  messages: Messages,
): SafeHtml {
  const { factor, proceed } = messages;
  const recoveryProblem = uses_recovery_code ? problem : undefined;
  const described = html`aria-invalid="true" aria-describedby="recovery_code-problem" autofocus`;
  return html`${codeField(factor.code, uses_recovery_code ? undefined : problem, !uses_recovery_code)}
    <details class="other-way" ${uses_recovery_code && html`open`}>
      <summary class="small">${factor.lost_device}</summary>
      <div class="field">
        <label for="recovery_code">${factor.recovery_code}</label>
        <input
          id="recovery_code"
          name="recovery_code"
          type="text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          maxlength="64"
          ${recoveryProblem !== undefined && described}
        />
        ${
          recoveryProblem !== undefined &&
          html`<p class="problem" id="recovery_code-problem" role="alert">${recoveryProblem}</p>`
        }
      </div>
    </details>
    <div class="actions">
      <button class="button primary" name="decision" value="sign_in">${proceed}</button>
      ${cancelButton(messages)}
    </div>`;
}

function passkeyFields(
  options: JsonObject,
  { problem }: SecondFactorForm,
  messages: Messages,
): SafeHtml {
  const { factor } = messages;
  return html`<input type="hidden" name="passkey" value="" />
    <noscript><p class="problem">${factor.needs_script}</p></noscript>
    <div class="passkey-form" hidden>
      <div class="actions">
        <button
          class="button primary"
          type="button"
          autofocus
          data-passkey-get="${JSON.stringify(options)}"
        >
          ${messages.proceed}
        </button>
      </div>
      <p class="problem" id="passkey-problem" role="alert" ${problem === undefined && html`hidden`}>
        ${problem ?? factor.passkey_failed}
      </p>
    </div>
    <div class="actions">${cancelButton(messages)}</div>`;
}

/** The content of the page for an account whose factors cannot be used here. */
interface BlockedPage {
  readonly client: ClientDetails;
  readonly target: FormTarget;
  readonly notice: Notice;
}

export function blockedView({ client, target, notice }: BlockedPage, messages: Messages): SafeHtml {
  const buttons = html`<div class="actions">${cancelButton(messages)}</div>`;
  return html`${clientHeader(client, messages)}
    <h1>${notice.title}</h1>
    <p class="quiet">${notice.text}</p>
    ${form(target, buttons)}`;
}

/** Rejects the login request. */
export function cancelButton({ cancel }: Messages): SafeHtml {
  return html`<button class="button" name="decision" value="cancel" formnovalidate>
    ${cancel}
  </button>`;
}
