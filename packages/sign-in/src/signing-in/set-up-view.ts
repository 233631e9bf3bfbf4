import type { JsonObject } from "@latchkey/api";

import type { TotpProposal } from "../account-services.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { Notice } from "../messages/notice.ts";
import type { ClientDetails } from "../pages/client-details.ts";
import { appSecret, codeField } from "../views/factors-view.ts";
import { clientHeader } from "../views/client-header.ts";
import { form, type FormTarget } from "../views/form.ts";
import { html, type SafeHtml } from "../views/html.ts";
import { cancelButton } from "../views/second-factor-view.ts";

/** The page on which a user sets up a factor to go on with. */
interface SetUpForm {
  readonly client: ClientDetails;
  readonly target: FormTarget;
  readonly notice: Notice;
  readonly state: string;
  /** Undefined where a code would not be enough. */
  readonly app: TotpProposal | undefined;
  /** Options of `navigator.credentials.create`; undefined where there are no passkeys. */
  readonly passkey_options: JsonObject | undefined;
  readonly problem: { readonly field: "passkey" | "code"; readonly text: string } | undefined;
}

export function setUpFactorView(shown: SetUpForm, messages: Messages): SafeHtml {
  const { client, target, notice, app, passkey_options } = shown;
  const isOnlyPasskey = app === undefined;
  return html`${clientHeader(client, messages)}
    <h1>${notice.title}</h1>
    <p class="quiet">${notice.text}</p>
    ${passkey_options !== undefined && passkeyForm(passkey_options, isOnlyPasskey, shown, messages)}
    ${app !== undefined && appForm(app, passkey_options === undefined, shown, messages)}
    ${isOnlyPasskey && form(target, html`<div class="actions">${cancelButton(messages)}</div>`)}`;
}

function passkeyForm(
  options: JsonObject,
  isOnly: boolean,
  { target, state, problem }: SetUpForm,
  { factor, signing_in, account }: Messages,
): SafeHtml {
  const text = problem?.field === "passkey" ? problem.text : undefined;
  const fields = html`${hidden("step", "set_up")} ${hidden("state", state)}
    <input type="hidden" name="passkey" value="" />
    ${isOnly && html`<noscript><p class="problem">${factor.needs_script}</p></noscript>`}
    <div class="passkey-form" hidden>
      <div class="actions">
        <button
          class="button primary"
          type="button"
          data-passkey-create="${JSON.stringify(options)}"
        >
          ${signing_in.create_passkey}
        </button>
      </div>
      <p class="problem" id="passkey-problem" role="alert" ${text === undefined && html`hidden`}>
        ${text ?? account.passkey_failed}
      </p>
      ${!isOnly && html`<p class="or small">${factor.or}</p>`}
    </div>`;
  return form(target, fields);
}

function appForm(
  app: TotpProposal,
  isOnly: boolean,
  { target, state, problem }: SetUpForm,
  messages: Messages,
): SafeHtml {
  const { account, factor, signing_in, proceed } = messages;
  const text = problem?.field === "code" ? problem.text : undefined;
  const fields = html`${hidden("step", "set_up")} ${hidden("state", state)}
    <p>${account.app_confirm}</p>
    ${codeField(factor.code, text, text !== undefined)}
    <div class="actions">
      <button class="button ${isOnly && "primary"}">${proceed}</button>
      ${cancelButton(messages)}
    </div>`;
  return html`<h2>${signing_in.use_app}</h2>
    ${appSecret(app, messages)} ${form(target, fields)}`;
}

/** The recovery codes, and a button with which the sign-in goes on. */
export function savedCodesView(
  {
    target,
    state,
    codes,
  }: {
    readonly target: FormTarget;
    readonly state: string;
    readonly codes: readonly string[];
  },
  { account }: Messages,
): SafeHtml {
  const fields = html`${hidden("step", "codes_saved")} ${hidden("state", state)}
    <div class="actions">
      <button class="button primary">${account.recovery_codes_saved}</button>
    </div>`;
  return html`<h1>${account.recovery_codes_shown.title}</h1>
    <p>${account.recovery_codes_shown.text}</p>
    <ul class="recovery-codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    ${form(target, fields)}`;
}

function hidden(name: string, value: string): SafeHtml {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}
