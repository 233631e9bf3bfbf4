import type { ClientDetails } from "../pages/client-details.ts";
import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { Permission } from "../pages/scopes.ts";
import { clientHeader, clientLinks, destinationLine } from "./client-header.ts";
import { form, checkbox, type FormTarget } from "./form.ts";

/** The content of the consent form. */
export interface ConsentForm {
  readonly client: ClientDetails;
  readonly target: FormTarget;
  /** Display name of the signed-in user. */
  readonly user: string;
  /** URL that restarts the request with another account. */
  readonly other_account: string | undefined;
  readonly permissions: readonly Permission[];
  readonly audience: readonly string[];
}

export function consentView(shown: ConsentForm, messages: Messages): SafeHtml {
  const fields = html`${permissionList(shown, messages)} ${audienceList(shown, messages)}
    ${
      // The server asks again each time where the client may be impersonated.
      !shown.client.may_be_impersonated && checkbox("remember", false, messages.remember_consent)
    }
    <div class="actions">
      <button class="button" name="decision" value="deny">${messages.deny}</button>
      <button class="button primary" name="decision" value="allow">${messages.allow}</button>
    </div>`;
  return html`${clientHeader(shown.client, messages)}
    <h1>${messages.client_asks(shown.client.name)}</h1>
    ${destinationLine(shown.client, messages)}
    ${
      shown.client.may_be_impersonated &&
      html`<p class="warning small">${messages.may_be_impersonated(shown.client.name)}</p>`
    }
    <p class="account small">
      <span>${messages.signed_in_as(shown.user)}</span>
      ${
        shown.other_account !== undefined &&
        html`<a href="${shown.other_account}">${messages.use_another_account}</a>`
      }
    </p>
    ${form(shown.target, fields)} ${clientLinks(shown.client, messages)}`;
}

function permissionList({ permissions }: ConsentForm, messages: Messages): SafeHtml | undefined {
  if (permissions.length === 0) return undefined;
  return html`<fieldset class="permissions">
    <legend>${messages.app_may_if_allowed}</legend>
    ${permissions.map((permission) => permissionCheckbox(permission, messages))}
  </fieldset>`;
}

function permissionCheckbox(permission: Permission, messages: Messages): SafeHtml {
  const { scopes, sentence, always_included, is_new } = permission;
  return html`<label class="checkbox">
    <input
      type="checkbox"
      name="grant_scope"
      value="${scopes.join(" ")}"
      checked
      ${always_included && html`disabled`}
    />
    <span>
      ${sentence}
      ${always_included && html`<span class="quiet small">(${messages.scope_always_included})</span>`}
    </span>
    ${is_new && html`<span class="badge">${messages.scope_is_new}</span>`}
  </label>`;
}

function audienceList({ audience }: ConsentForm, messages: Messages): SafeHtml | undefined {
  if (audience.length === 0) return undefined;
  return html`<p class="audience small quiet">${messages.audience}</p>
    <ul class="plain-list">
      ${audience.map((name) => html`<li class="mono">${name}</li>`)}
    </ul>`;
}
