import type { Messages } from "../messages/messages-type.ts";
import { action, row } from "./account-parts.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";

/** What could use an account before its password was reset. */
export interface RecoveredItem {
  /** The name of its field: `keep` or `remove`. */
  readonly key: string;
  readonly name: string;
  readonly facts: readonly string[];
}

/** On the account page, until the user has decided. */
export function recoveryNoticeView(url: string, { mail: { recovery } }: Messages): SafeHtml {
  return html`<h2 id="recovery-title">${recovery.title}</h2>
    <p class="quiet small">${recovery.text}</p>
    <p class="actions"><a class="button primary" href="${url}">${recovery.check}</a></p>`;
}

/** None is chosen beforehand: each is looked at. */
export function recoveryView(
  {
    target,
    items,
    problem,
  }: {
    readonly target: FormTarget;
    readonly items: readonly RecoveredItem[];
    readonly problem: string | undefined;
  },
  { mail: { recovery }, account }: Messages,
): SafeHtml {
  const choice = (key: string, index: number, value: string, label: string): SafeHtml =>
    html`<label class="decision" for="${value}-${index}">
      <input type="radio" id="${value}-${index}" name="${key}" value="${value}" required />
      ${label}
    </label>`;
  const rows = items.map(({ key, name, facts }, index) =>
    row(
      `item-${index}`,
      name,
      facts,
      html`<span class="decisions" role="radiogroup" aria-labelledby="item-${index}">
        ${choice(key, index, "keep", recovery.keep)} ${choice(key, index, "remove", account.remove)}
      </span>`,
    ),
  );
  const fields = html`${action("finish_recovery")}
    <ul class="plain-list">
      ${rows}
    </ul>
    <div class="actions">
      <a class="button" href="${target.action}">${recovery.later}</a>
      <button class="button primary">${recovery.save}</button>
    </div>`;
  return html`<h1>${recovery.title}</h1>
    <p class="quiet">${recovery.text}</p>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${form(target, fields)}`;
}
