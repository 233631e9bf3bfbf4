import type { DisplayText } from "@latchkey/api";

import type { DetailShown } from "../pages/authorization-details.ts";
import type { ClientDetails } from "../pages/client-details.ts";
import { html, type SafeHtml } from "./html.ts";
import { introOf } from "./intro.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { ClaimShown } from "../pages/requested-claims.ts";
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
  /** Claims that are requested one by one. */
  readonly claims: readonly (ClaimShown & { readonly is_granted: boolean })[];
  /** Details to ask for, and those that a remembered consent covers. */
  readonly details: readonly DetailShown[];
  readonly details_before: readonly DetailShown[];
  readonly audience: readonly AudienceShown[];
  /** A remembered consent covers a part of the request: only the rest is asked for. */
  readonly is_addition: boolean;
}

/** An audience, and what the operator calls its API. */
interface AudienceShown {
  readonly name: string;
  readonly text: DisplayText | undefined;
}

/** What a form asks for. */
export type AskedPermissions = Pick<
  ConsentForm,
  "permissions" | "claims" | "details" | "audience" | "is_addition"
>;

export function consentView(shown: ConsentForm, messages: Messages): SafeHtml {
  const fields = html`${permissionFields(shown, messages)} ${alreadyAllowed(shown, messages)}
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
    ${introOf(messages.own?.consent_intro)} ${destinationLine(shown.client, messages)}
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

/** What the client asks for, to be selected. */
export function permissionFields(shown: AskedPermissions, messages: Messages): SafeHtml {
  return html`${detailList(shown, messages)} ${permissionList(shown, messages)}
  ${audienceList(shown, messages)}`;
}

/** RFC 9396: what the client wants to do, in the words of the operator. */
function detailList({ details }: AskedPermissions, messages: Messages): SafeHtml | undefined {
  if (details.length === 0) return undefined;
  return html`<fieldset class="permissions requested-details">
    <legend>${messages.details_asked}</legend>
    ${details.map((detail) => detailChoice(detail, messages))}
  </fieldset>`;
}

function detailChoice(detail: DetailShown, messages: Messages): SafeHtml {
  const { index, fields } = detail;
  return html`<div class="detail">
    <label class="checkbox">
      <input type="checkbox" name="grant_detail" value="${index}" checked />
      <span class="detail-sentence">${detailSentence(detail)}</span>
    </label>
    ${
      fields.length > 0 &&
      html`<details>
        <summary class="small quiet">${messages.all_details}</summary>
        <dl class="small">
          ${fields.map(
            ({ name, text }) =>
              html`<dt><bdi>${name}</bdi></dt>
                <dd><bdi>${text}</bdi></dd>`,
          )}
        </dl>
      </details>`
    }
  </div>`;
}

function detailSentence({ sentence }: DetailShown): SafeHtml {
  const parts = sentence.map(({ text, is_value }) =>
    is_value ? html`<bdi class="value">${text}</bdi>` : text,
  );
  return html`${parts}`;
}

function permissionList(shown: AskedPermissions, messages: Messages): SafeHtml | undefined {
  const permissions = shown.permissions.filter(({ is_granted }) => !is_granted);
  const claims = shown.claims.filter(({ is_granted }) => !is_granted);
  if (permissions.length + claims.length === 0) return undefined;
  return html`<fieldset class="permissions">
    <legend>${shown.is_addition ? messages.app_may_also : messages.app_may_if_allowed}</legend>
    ${permissions.map((permission) => permissionCheckbox(permission, messages))}
    ${claims.map((claim) => claimCheckbox(claim, messages))}
  </fieldset>`;
}

function permissionCheckbox(permission: Permission, messages: Messages): SafeHtml {
  const { scopes, sentence, description, always_included, is_new } = permission;
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
      ${description !== undefined && html`<span class="description quiet small">${description}</span>`}
    </span>
    ${is_new && html`<span class="badge">${messages.scope_is_new}</span>`}
  </label>`;
}

function claimCheckbox(
  { claims, sentence, is_essential }: ClaimShown,
  messages: Messages,
): SafeHtml {
  return html`<label class="checkbox">
    <input type="checkbox" name="grant_claim" value="${claims.join(" ")}" checked />
    <span>
      ${sentence}
      ${is_essential && html`<span class="quiet small">(${messages.claim_is_required})</span>`}
    </span>
  </label>`;
}

/** What a remembered consent covers. It is granted again, and revoked in the account, not here. */
function alreadyAllowed(shown: ConsentForm, messages: Messages): SafeHtml | undefined {
  const { permissions, claims, details_before } = shown;
  const sentences = [...permissions, ...claims].flatMap(({ is_granted, sentence }) =>
    is_granted ? [sentence] : [],
  );
  if (sentences.length + details_before.length === 0) return undefined;
  return html`<div class="already-allowed small">
    <p>${messages.already_allowed}</p>
    <ul>
      ${details_before.map((detail) => html`<li>${detailSentence(detail)}</li>`)}
      ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
  </div>`;
}

function audienceList({ audience }: AskedPermissions, messages: Messages): SafeHtml | undefined {
  if (audience.length === 0) return undefined;
  return html`<p class="audience small quiet">${messages.audience}</p>
    <ul class="plain-list">
      ${audience.map(audienceItem)}
    </ul>`;
}

/** The identifier stays: it is what the token is for, whatever the API is called. */
function audienceItem({ name, text }: AudienceShown): SafeHtml {
  if (text === undefined) return html`<li class="mono">${name}</li>`;
  return html`<li>
    ${text.title}
    ${text.description !== undefined && html`<span class="description quiet small">${text.description}</span>`}
    <span class="description quiet small mono">${name}</span>
  </li>`;
}
