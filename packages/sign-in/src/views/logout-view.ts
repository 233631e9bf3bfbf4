import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import { form, type FormTarget } from "./form.ts";

/** The content of the sign-out confirmation. */
export interface LogoutForm {
  readonly target: FormTarget;
  readonly user: string;
  /** A client initiated the logout. */
  readonly rp_initiated: boolean;
}

export function logoutView(
  { target, user, rp_initiated }: LogoutForm,
  messages: Messages,
): SafeHtml {
  const buttons = html`<div class="actions">
    <button class="button" name="decision" value="stay">${messages.stay_signed_in}</button>
    <button class="button primary" name="decision" value="sign_out">${messages.sign_out}</button>
  </div>`;
  return html`<h1>${messages.sign_out_question}</h1>
    ${rp_initiated && html`<p class="quiet">${messages.sign_out_requested}</p>`}
    <p class="account small"><span>${messages.signed_in_as(user)}</span></p>
    ${form(target, buttons)}`;
}
