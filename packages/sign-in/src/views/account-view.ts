import type { Messages } from "../messages/messages-type.ts";
import { html, type SafeHtml } from "./html.ts";
import { introOf } from "./intro.ts";

/** The account page. */
export interface AccountPage {
  readonly user: string;
  readonly sign_out_url: string | undefined;
  /** Where the user chooses another account. */
  readonly switch_url: string;
  /** What has just been done. */
  readonly outcome: string | undefined;
  /** By id. */
  readonly sections: readonly (readonly [id: string, content: SafeHtml | undefined])[];
}

export function accountView(
  { user, sign_out_url, switch_url, outcome, sections }: AccountPage,
  messages: Messages,
): SafeHtml {
  return html`<h1>${messages.own?.account_title ?? messages.account.title}</h1>
    ${introOf(messages.own?.account_intro)}
    <p class="account small">
      <span>${messages.signed_in_as(user)}</span>
      <a href="${switch_url}">${messages.use_another_account}</a>
      ${sign_out_url !== undefined && html`<a href="${sign_out_url}">${messages.sign_out}</a>`}
    </p>
    ${outcome !== undefined && html`<p class="outcome" role="status">${outcome}</p>`}
    ${sections.map(
      ([id, content]) =>
        content !== undefined &&
        html`<section class="account-section" id="${id}" aria-labelledby="${id}-title">
          ${content}
        </section>`,
    )}`;
}
