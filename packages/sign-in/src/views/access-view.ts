import type { Messages } from "../messages/messages-type.ts";
import { action, row, smallForm } from "./account-parts.ts";
import { form, type FormTarget } from "./form.ts";
import { html, type SafeHtml } from "./html.ts";
import { logo, type WithLogo } from "./logo.ts";
import { sentenceList } from "./sentence-list.ts";

export function sessionsView(
  {
    target,
    sessions,
  }: {
    readonly target: FormTarget;
    readonly sessions: readonly {
      readonly sid: string;
      readonly device: string;
      readonly fact: string;
      readonly is_this: boolean;
    }[];
  },
  { account, sign_out }: Messages,
): SafeHtml {
  const rows = sessions.map(({ sid, device, fact, is_this }, index) =>
    row(
      `session-${index}`,
      device,
      [fact],
      is_this
        ? html`<span class="badge">${account.this_device}</span>`
        : smallForm(target, "sign_out", { sid }, sign_out, `session-${index}`),
    ),
  );
  const hasOthers = sessions.some(({ is_this }) => !is_this);
  return html`<h2 id="sessions-title">${account.sessions}</h2>
    <p class="quiet small">${account.sessions_explained}</p>
    <ul class="plain-list">
      ${rows}
    </ul>
    ${
      hasOthers &&
      form(
        target,
        html`${action("sign_out_others")}
          <div class="actions"><button class="button">${account.sign_out_others}</button></div>`,
      )
    }`;
}

export interface ConnectedApp extends WithLogo {
  readonly badge: string | undefined;
  readonly facts: readonly string[];
  readonly permissions: readonly string[];
  /** By the form of this page, or on a page that says what ends. */
  readonly disconnect: { readonly client_id: string } | { readonly url: string };
}

export function appsView(
  {
    target,
    apps,
    workspaces_url,
  }: {
    readonly target: FormTarget;
    readonly apps: readonly ConnectedApp[];
    readonly workspaces_url: string | undefined;
  },
  { account, activity }: Messages,
): SafeHtml {
  const items = apps.map((app, index) => {
    const { name, badge, facts, permissions, disconnect } = app;
    const id = `app-${index}`;
    return html`<li class="connection">
      <div class="connection-head">
        ${logo(app)}
        <span>
          <strong id="${id}"><bdi>${name}</bdi></strong>
          <span class="quiet small facts">${facts.join(" · ")}</span>
        </span>
        ${badge !== undefined && html`<span class="badge">${badge}</span>`}
        ${
          "url" in disconnect
            ? html`<a class="button" href="${disconnect.url}" aria-describedby="${id}"
                >${account.disconnect}</a
              >`
            : smallForm(target, "disconnect", disconnect, account.disconnect, id)
        }
      </div>
      ${
        permissions.length > 0 &&
        html`<div class="small">${sentenceList(account.app_may, permissions)}</div>`
      }
    </li>`;
  });
  return html`<h2 id="apps-title">${account.apps}</h2>
    ${apps.length === 0 && html`<p class="quiet small">${account.no_apps}</p>`}
    <ul class="plain-list">
      ${items}
    </ul>
    ${
      workspaces_url !== undefined &&
      html`<p class="small after-list">
        <a href="${workspaces_url}">${activity.workspace_apps}</a>
      </p>`
    }`;
}
