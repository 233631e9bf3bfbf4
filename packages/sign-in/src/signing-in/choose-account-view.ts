import type { Messages } from "../messages/messages-type.ts";
import type { ClientDetails } from "../pages/client-details.ts";
import { clientHeader, clientLinks, destinationLine } from "../views/client-header.ts";
import { form, type FormTarget } from "../views/form.ts";
import { html, type SafeHtml } from "../views/html.ts";
import { cancelButton } from "../views/second-factor-view.ts";

/** The accounts that signed in with this browser. */
interface AccountChoice {
  readonly client: ClientDetails;
  readonly target: FormTarget;
  readonly accounts: readonly ListedAccount[];
}

interface ListedAccount {
  readonly subject: string;
  readonly user: string;
  /** An address, or the username, where it is not the name. */
  readonly other: string | undefined;
  readonly is_signed_in: boolean;
}

export function chooseAccountView(
  { client, target, accounts }: AccountChoice,
  messages: Messages,
): SafeHtml {
  const fields = html`<input type="hidden" name="step" value="choose_account" />
    <ul class="account-list">
      ${accounts.map((account) => row(account, messages))}
    </ul>
    <div class="actions">
      <button class="button" name="account" value="">${messages.use_another_account}</button>
      ${cancelButton(messages)}
    </div>`;
  const destination = destinationLine(client, messages);
  return html`${clientHeader(client, messages)}
    <h1>${messages.signing_in.choose_account}</h1>
    <p class="quiet">${messages.to_continue_to(client.name)}</p>
    ${form(target, fields)} ${destination && html`<div class="details">${destination}</div>`}
    ${clientLinks(client, messages)}`;
}

function row(
  { subject, user, other, is_signed_in }: ListedAccount,
  { signing_in }: Messages,
): SafeHtml {
  return html`<li>
    <button class="account-choice" name="account" value="${subject}">
      <strong><bdi>${user}</bdi></strong>
      ${other !== undefined && html`<span class="quiet small"><bdi>${other}</bdi></span>`}
      <span class="quiet small"
        >${is_signed_in ? signing_in.signed_in : signing_in.signed_out}</span
      >
    </button>
    <button
      class="forget"
      name="remove"
      value="${subject}"
      aria-label="${signing_in.remove_account(user)}"
      title="${signing_in.remove_account(user)}"
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M6 6l12 12M18 6L6 18" />
      </svg>
    </button>
  </li>`;
}
