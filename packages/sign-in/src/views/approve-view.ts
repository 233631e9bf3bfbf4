import type { Messages } from "../messages/messages-type.ts";
import type { ClientDetails } from "../pages/client-details.ts";
import { clientHeader, clientLinks } from "./client-header.ts";
import { type AskedPermissions, permissionFields } from "./consent-view.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";

/** The content of the form on which a user answers a backchannel authentication. */
export interface ApproveForm extends AskedPermissions {
  readonly client: ClientDetails;
  readonly target: FormTarget;
  readonly challenge: string;
  /** Display name of the signed-in user. */
  readonly user: string;
  readonly binding_message: string | undefined;
}

export function approveView(shown: ApproveForm, messages: Messages): SafeHtml {
  const { client, target, challenge, user, binding_message } = shown;
  const fields = html`<input type="hidden" name="challenge" value="${challenge}" />
    ${permissionFields(shown, messages)}
    <p class="warning small">${messages.approve.beware}</p>
    <div class="actions">
      <button class="button" name="decision" value="deny">${messages.deny}</button>
      <button class="button primary" name="decision" value="allow">${messages.allow}</button>
    </div>`;
  return html`${clientHeader(client, messages)}
    <h1>${messages.approve.client_asks(client.name)}</h1>
    <p class="account small"><span>${messages.signed_in_as(user)}</span></p>
    ${
      binding_message !== undefined &&
      html`<p>${messages.approve.same_message}</p>
        <p class="binding-message"><bdi>${binding_message}</bdi></p>`
    }
    ${form(target, fields)} ${clientLinks(client, messages)}`;
}
