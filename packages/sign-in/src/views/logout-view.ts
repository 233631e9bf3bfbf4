import { html, type SafeHtml } from "../html.ts";
import type { Messages } from "../messages/phrases.ts";
import { form, type FormTarget } from "./form.ts";

/** Who would leave, and who asks for it. */
export interface LogoutForm {
  readonly target: FormTarget;
  readonly person: string;
  /** A client sent the browser here. */
  readonly rp_initiated: boolean;
}

/** Asks whether the person means to leave. */
export function logoutView(
  { target, person, rp_initiated }: LogoutForm,
  messages: Messages,
): SafeHtml {
  const buttons = html`<div class="actions">
    <button class="button" name="decision" value="stay">${messages.stay_signed_in}</button>
    <button class="button primary" name="decision" value="sign_out">${messages.sign_out}</button>
  </div>`;
  return html`<h1>${messages.sign_out_question}</h1>
    ${rp_initiated && html`<p class="quiet">${messages.sign_out_requested}</p>`}
    <p class="account small"><span>${messages.signed_in_as(person)}</span></p>
    ${form(target, buttons)}`;
}
