import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { ConnectionDetails } from "../workspace/describe-connection.ts";
import type { Named } from "../workspace/display.ts";
import { logo } from "./logo.ts";
import { sentenceList } from "./sentence-list.ts";

/** The apps that a user can see and disconnect. */
export interface ConnectedAppsPage {
  readonly user: string;
  readonly workspaces: readonly ConnectedWorkspace[];
  /** For administrators. */
  readonly directory_url: string | undefined;
}

interface ConnectedWorkspace extends Named {
  /** Administrators also see the apps that others connected. */
  readonly is_admin: boolean;
  readonly connections: readonly ListedConnection[];
}

interface ListedConnection extends ConnectionDetails {
  /** URL of the confirmation page. */
  readonly disconnect_url: string;
}

export function connectedAppsView(
  { user, workspaces, directory_url }: ConnectedAppsPage,
  messages: Messages,
): SafeHtml {
  const { connected_apps, connected_apps_explained, directory } = messages.workspace;
  return html`<h1>${connected_apps}</h1>
    <p class="quiet">${connected_apps_explained}</p>
    <p class="account small">
      <span>${messages.signed_in_as(user)}</span>
      ${directory_url !== undefined && html`<a href="${directory_url}">${directory}</a>`}
    </p>
    ${workspaces.map((workspace) => section(workspace, messages))}`;
}

function section(shown: ConnectedWorkspace, messages: Messages): SafeHtml {
  const { admin_sees_all, no_app_connected, no_app_of_yours } = messages.workspace;
  const empty = shown.is_admin ? no_app_connected : no_app_of_yours;
  const explanation = shown.connections.length === 0 ? empty : shown.is_admin && admin_sees_all;
  return html`<section class="workspace">
    <h2>${logo(shown)} <bdi>${shown.name}</bdi></h2>
    ${explanation && html`<p class="quiet small">${explanation}</p>`}
    <ul class="plain-list">
      ${shown.connections.map((connection) => item(connection, messages))}
    </ul>
  </section>`;
}

function item(connection: ListedConnection, { workspace }: Messages): SafeHtml {
  const { bot_id, name, facts, permissions, dormant, disconnect_url } = connection;
  return html`<li class="connection">
    <div class="connection-head">
      ${logo(connection)}
      <span>
        <strong id="app-${bot_id}"><bdi>${name}</bdi></strong>
        <span class="quiet small facts">${facts.join(" · ")}</span>
      </span>
      ${dormant && html`<span class="badge">${workspace.dormant}</span>`}
      <a class="button" href="${disconnect_url}" aria-describedby="app-${bot_id}">
        ${workspace.disconnect}
      </a>
    </div>
    <div class="small">${sentenceList(workspace.app_may, permissions)}</div>
  </li>`;
}
