import type { EditableClaim } from "@latchkey/api";

import type { AccountProblem } from "../account/section.ts";
import type { Messages } from "../messages/messages-type.ts";
import { action, smallForm } from "./account-parts.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";
import { sentenceList } from "./sentence-list.ts";

/** A claim that the user may change. */
interface ClaimField {
  readonly name: EditableClaim;
  readonly label: string;
  readonly value: string;
  readonly hint: string | undefined;
  readonly autocomplete: string;
}

export function profileView(
  {
    target,
    rows,
    fields,
    problem,
  }: {
    readonly target: FormTarget;
    readonly rows: readonly { readonly name: string; readonly value: string }[];
    readonly fields: readonly ClaimField[];
    readonly problem: AccountProblem | undefined;
  },
  { account, activity }: Messages,
): SafeHtml {
  const isOpen = fields.some(({ name }) => name === problem?.field);
  const inputs = html`${action("change_profile")}
    ${fields.map((field) => claimInput(field, problem))}
    <div class="actions"><button class="button">${activity.save}</button></div>`;
  return html`<h2 id="profile-title">${account.profile}</h2>
    <dl class="facts-list">
      ${rows.map(
        ({ name, value }) =>
          html`<div>
            <dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`,
      )}
    </dl>
    ${
      fields.length > 0 &&
      html`<details class="after-list" ${isOpen && html`open`}>
        <summary>${activity.edit_profile}</summary>
        ${form(target, inputs)}
      </details>`
    }`;
}

function claimInput(
  { name, label, value, hint, autocomplete }: ClaimField,
  problem: AccountProblem | undefined,
): SafeHtml {
  const text = problem?.field === name ? problem.text : undefined;
  const described = [hint && `${name}-hint`, text && `${name}-problem`].filter(Boolean).join(" ");
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="text"
      value="${problem?.typed?.[name] ?? value}"
      autocomplete="${autocomplete}"
      maxlength="1000"
      ${described !== "" && html`aria-describedby="${described}"`}
      ${text !== undefined && html`aria-invalid="true" autofocus`}
    />
    ${hint !== undefined && html`<p class="quiet small hint" id="${name}-hint">${hint}</p>`}
    ${text !== undefined && html`<p class="problem" id="${name}-problem" role="alert">${text}</p>`}
  </div>`;
}

/** Something that happened, in the words of the page. */
export interface ShownEvent {
  readonly sentence: string;
  /** Of a passkey, an app or a device, or a reason: text of others. */
  readonly name: string | undefined;
  readonly facts: readonly string[];
}

export function historyView(
  { events, at_first }: { readonly events: readonly ShownEvent[]; readonly at_first: number },
  { activity }: Messages,
): SafeHtml {
  const list = (shown: readonly ShownEvent[]): SafeHtml =>
    html`<ul class="plain-list">
      ${shown.map(eventRow)}
    </ul>`;
  const [newest, older] = [events.slice(0, at_first), events.slice(at_first)];
  return html`<h2 id="history-title">${activity.history}</h2>
    <p class="quiet small">
      ${events.length === 0 ? activity.no_history : activity.history_explained}
    </p>
    ${events.length > 0 && list(newest)}
    ${
      older.length > 0 &&
      html`<details class="after-list">
        <summary>${activity.older}</summary>
        ${list(older)}
      </details>`
    }`;
}

function eventRow({ sentence, name, facts }: ShownEvent): SafeHtml {
  return html`<li class="connection event">
    <strong>${sentence}</strong>
    ${name !== undefined && html`<bdi>${name}</bdi>`}
    <span class="quiet small facts">${facts.join(" · ")}</span>
  </li>`;
}

export function dataView(
  { target, delete_url }: { readonly target: FormTarget; readonly delete_url: string | undefined },
  { activity }: Messages,
): SafeHtml {
  return html`<h2 id="data-title">${activity.data}</h2>
    <ul class="plain-list">
      ${actionRow(
        "download",
        activity.download,
        activity.data_explained,
        smallForm(target, "download_data", {}, activity.download, "download-explained"),
      )}
      ${
        delete_url !== undefined &&
        actionRow(
          "delete",
          activity.delete_account,
          activity.delete_explained,
          html`<a class="button" href="${delete_url}" aria-describedby="delete-explained"
            >${activity.delete_account}</a
          >`,
        )
      }
    </ul>`;
}

function actionRow(id: string, title: string, explained: string, button: SafeHtml): SafeHtml {
  return html`<li class="connection">
    <div class="connection-head">
      <span>
        <strong>${title}</strong>
        <span class="quiet small facts" id="${id}-explained">${explained}</span>
      </span>
      ${button}
    </div>
  </li>`;
}

export function deleteAccountView(
  {
    target,
    username,
    ends,
    problem,
  }: {
    readonly target: FormTarget;
    readonly username: string;
    readonly ends: readonly string[];
    readonly problem: string | undefined;
  },
  { activity }: Messages,
): SafeHtml {
  const described = html`aria-invalid="true" aria-describedby="username-problem"`;
  const fields = html`${action("delete_account")}
    <div class="field">
      <label for="confirmed-username">${activity.confirm_username(username)}</label>
      <input
        id="confirmed-username"
        name="username"
        type="text"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        required
        maxlength="1000"
        ${problem !== undefined && described}
      />
      ${
        problem !== undefined &&
        html`<p class="problem" id="username-problem" role="alert">${problem}</p>`
      }
    </div>
    <div class="actions">
      <a class="button" href="${target.action}">${activity.keep_account}</a>
      <button class="button danger">${activity.delete_account}</button>
    </div>`;
  return html`<h1>${activity.delete_question}</h1>
    ${sentenceList(activity.what_ends, ends)}
    <p class="quiet small">${activity.cannot_be_undone}</p>
    ${form(target, fields)}`;
}
