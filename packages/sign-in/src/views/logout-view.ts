import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import { form, type FormTarget } from "./form.ts";

/** The content of the sign-out confirmation. */
export interface LogoutForm {
  readonly target: FormTarget;
  readonly user: string;
  /** A client initiated the logout. */
  readonly rp_initiated: boolean;
  /** The users of the other accounts that are signed in with this browser. */
  readonly others: readonly string[];
}

export function logoutView(
  { target, user, rp_initiated, others }: LogoutForm,
  messages: Messages,
): SafeHtml {
  const buttons = html`<div class="actions">
    <button class="button" name="decision" value="stay">${messages.stay_signed_in}</button>
    <button class="button primary" name="decision" value="sign_out">${messages.sign_out}</button>
    ${
      others.length > 0 &&
      html`<button class="button" name="decision" value="sign_out_all">
        ${messages.signing_in.sign_out_all}
      </button>`
    }
  </div>`;
  return html`<h1>${messages.own?.sign_out_title ?? messages.sign_out_question}</h1>
    ${rp_initiated && html`<p class="quiet">${messages.sign_out_requested}</p>`}
    <p class="account small"><span>${messages.signed_in_as(user)}</span></p>
    ${
      others.length > 0 &&
      html`<p class="quiet small">${messages.signing_in.others_signed_in(others.join(", "))}</p>`
    }
    ${form(target, buttons)}`;
}
