import type { ClientFacts } from "../client-facts.ts";
import { html, type SafeHtml } from "../html.ts";
import type { Messages } from "../messages/phrases.ts";
import type { Permission } from "../scopes.ts";
import { asker, clientLinks, destinationLine } from "./asker.ts";
import { form, tick, type FormTarget } from "./form.ts";

/** What is asked, of whom, by whom. */
export interface ConsentForm {
  readonly client: ClientFacts;
  readonly target: FormTarget;
  /** What the person is called. */
  readonly person: string;
  /** Goes to the same question as somebody else. */
  readonly other_account: string | undefined;
  readonly permissions: readonly Permission[];
  readonly audience: readonly string[];
}

/** Asks what the client may have. */
export function consentView(shown: ConsentForm, messages: Messages): SafeHtml {
  const fields = html`${permissionList(shown, messages)} ${audienceList(shown, messages)}
    ${tick("remember", false, messages.remember_consent)}
    <div class="actions">
      <button class="button" name="decision" value="deny">${messages.deny}</button>
      <button class="button primary" name="decision" value="allow">${messages.allow}</button>
    </div>`;
  return html`${asker(shown.client, messages)}
    <h1>${messages.client_asks(shown.client.name)}</h1>
    ${destinationLine(shown.client, messages)}
    <p class="account small">
      <span>${messages.signed_in_as(shown.person)}</span>
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
    <legend>${messages.it_may}</legend>
    ${permissions.map((permission) => permissionTick(permission, messages))}
  </fieldset>`;
}

function permissionTick(permission: Permission, messages: Messages): SafeHtml {
  const { scopes, sentence, always_included, is_new } = permission;
  return html`<label class="tick">
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
  return html`<p class="audience small quiet">${messages.at_services}</p>
    <ul class="plain-list">
      ${audience.map((name) => html`<li class="mono">${name}</li>`)}
    </ul>`;
}
