import type { ClientDetails } from "../pages/client-details.ts";
import type { Messages } from "../messages/messages-type.ts";
import { clientHeader, clientLinks } from "./client-header.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";

/** The content of the form for a user code. */
export interface EnterCodeForm {
  readonly target: FormTarget;
  /** Filled in. */
  readonly user_code: string;
  readonly problem?: string | undefined;
}

export function enterCodeView(
  { target, user_code, problem }: EnterCodeForm,
  messages: Messages,
): SafeHtml {
  const described = html`aria-invalid="true" aria-describedby="user_code-problem"`;
  const fields = html`<div class="field">
      <label for="user_code">${messages.device.code}</label>
      <input
        class="user-code"
        id="user_code"
        name="user_code"
        type="text"
        value="${user_code}"
        maxlength="64"
        required
        autofocus
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        ${problem !== undefined && described}
      />
      ${
        problem !== undefined &&
        html`<p class="problem" id="user_code-problem" role="alert">${problem}</p>`
      }
    </div>
    <div class="actions">
      <button class="button primary" name="decision" value="continue">${messages.proceed}</button>
    </div>`;
  return html`<h1>${messages.own?.device_title ?? messages.device.connect}</h1>
    <p class="quiet">${messages.own?.device_intro ?? messages.device.enter_code}</p>
    ${form(target, fields)}`;
}

/** The content of the confirmation. */
export interface ConfirmDeviceForm {
  readonly target: FormTarget;
  readonly user_code: string;
  readonly client: ClientDetails;
}

export function confirmDeviceView(
  { target, user_code, client }: ConfirmDeviceForm,
  messages: Messages,
): SafeHtml {
  const fields = html`<input type="hidden" name="user_code" value="${user_code}" />
    <p class="small">${messages.device.beware}</p>
    <div class="actions">
      <button class="button" name="decision" value="deny">${messages.deny}</button>
      <button class="button primary" name="decision" value="confirm">${messages.proceed}</button>
    </div>`;
  return html`${clientHeader(client, messages)}
    <h1>${messages.device.confirm(client.name)}</h1>
    <p>${messages.device.same_code}</p>
    <p class="user-code shown">${user_code}</p>
    ${form(target, fields)} ${clientLinks(client, messages)}`;
}
