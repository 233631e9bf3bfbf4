import { html, type SafeHtml } from "../html.ts";
import type { Messages } from "../messages/phrases.ts";
import type { ConnectionFacts } from "../workspace/describe-connection.ts";
import type { Named } from "../workspace/facts.ts";
import { picture } from "./picture.ts";
import { told } from "./told.ts";

/** Everything one person can see and disconnect. */
export interface InstalledPage {
  readonly person: string;
  readonly workspaces: readonly ConnectedWorkspace[];
}

interface ConnectedWorkspace extends Named {
  /** Whether the person sees what others connected too. */
  readonly is_admin: boolean;
  readonly connections: readonly ListedConnection[];
}

interface ListedConnection extends ConnectionFacts {
  /** The page that asks whether they mean it. */
  readonly disconnect: string;
}

/** Lists what is connected. */
export function installedView({ person, workspaces }: InstalledPage, messages: Messages): SafeHtml {
  const { connected_apps, connected_apps_explained } = messages.workspace;
  return html`<h1>${connected_apps}</h1>
    <p class="quiet">${connected_apps_explained}</p>
    <p class="account small"><span>${messages.signed_in_as(person)}</span></p>
    ${workspaces.map((workspace) => section(workspace, messages))}`;
}

function section(shown: ConnectedWorkspace, messages: Messages): SafeHtml {
  const { seen_as_admin, nothing_connected, nothing_of_yours } = messages.workspace;
  const empty = shown.is_admin ? nothing_connected : nothing_of_yours;
  const explanation = shown.connections.length === 0 ? empty : shown.is_admin && seen_as_admin;
  return html`<section class="workspace">
    <h2>${picture(shown)} <bdi>${shown.name}</bdi></h2>
    ${explanation && html`<p class="quiet small">${explanation}</p>`}
    <ul class="plain-list">
      ${shown.connections.map((connection) => item(connection, messages))}
    </ul>
  </section>`;
}

function item(connection: ListedConnection, { workspace }: Messages): SafeHtml {
  const { bot_id, name, circumstances, permissions, dormant, disconnect } = connection;
  return html`<li class="connection">
    <div class="connection-head">
      ${picture(connection)}
      <span>
        <strong id="app-${bot_id}"><bdi>${name}</bdi></strong>
        <span class="quiet small circumstances">${circumstances.join(" · ")}</span>
      </span>
      ${dormant && html`<span class="badge">${workspace.dormant}</span>`}
      <a class="button" href="${disconnect}" aria-describedby="app-${bot_id}">
        ${workspace.disconnect}
      </a>
    </div>
    <div class="small">${told(workspace.app_may, permissions)}</div>
  </li>`;
}
