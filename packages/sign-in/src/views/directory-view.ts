import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { IntegrationDetails, Named } from "../workspace/display.ts";
import { logo } from "./logo.ts";
import { sentenceList } from "./sentence-list.ts";

/** What may be connected to the workspaces of an administrator. */
interface DirectoryPage {
  readonly user: string;
  readonly workspaces: readonly DirectoryWorkspace[];
  readonly connected_apps_url: string;
}

interface DirectoryWorkspace extends Named {
  readonly id: string;
  readonly apps: readonly DirectoryApp[];
}

/** An app in the directory. */
export interface DirectoryApp extends IntegrationDetails {
  readonly id: string;
  /** May be empty. */
  readonly description: string;
  readonly permissions: readonly string[];
  readonly for_whole_workspace: boolean;
  /** Where the app starts to be connected. */
  readonly install_url: string | undefined;
  readonly connected: boolean;
}

export function directoryView(
  { user, workspaces, connected_apps_url }: DirectoryPage,
  messages: Messages,
): SafeHtml {
  const { directory, directory_explained, connected_apps } = messages.workspace;
  return html`<h1>${directory}</h1>
    <p class="quiet">${directory_explained}</p>
    <p class="account small">
      <span>${messages.signed_in_as(user)}</span>
      <a href="${connected_apps_url}">${connected_apps}</a>
    </p>
    ${workspaces.map((workspace) => section(workspace, messages))}`;
}

function section(shown: DirectoryWorkspace, messages: Messages): SafeHtml {
  const isEmpty = shown.apps.length === 0;
  return html`<section class="workspace">
    <h2>${logo(shown)} <bdi>${shown.name}</bdi></h2>
    ${isEmpty && html`<p class="quiet small">${messages.workspace.directory_empty}</p>`}
    <ul class="plain-list">
      ${shown.apps.map((app) => item(app, `${shown.id}-${app.id}`, messages))}
    </ul>
  </section>`;
}

function item(app: DirectoryApp, id: string, { workspace }: Messages): SafeHtml {
  const { name, description, permissions, connected, install_url } = app;
  return html`<li class="connection">
    <div class="connection-head">
      ${logo(app)}
      <span>
        <strong id="app-${id}"><bdi>${name}</bdi></strong>
        <span class="quiet small facts">${factsOf(app, workspace.whole_workspace_possible)}</span>
      </span>
      ${connected && html`<span class="badge">${workspace.connected}</span>`}
      ${
        install_url !== undefined &&
        html`<a class="button" href="${install_url}" rel="noreferrer" aria-describedby="app-${id}">
          ${workspace.connect}
        </a>`
      }
    </div>
    ${description !== "" && html`<p><bdi>${description}</bdi></p>`}
    <div class="small">${sentenceList(workspace.app_may, permissions)}</div>
    ${install_url === undefined && html`<p class="quiet small">${workspace.connect_in_app}</p>`}
  </li>`;
}

function factsOf({ destination, for_whole_workspace }: DirectoryApp, possible: string): string {
  return [
    ...(destination === undefined ? [] : [destination.host]),
    ...(for_whole_workspace ? [possible] : []),
  ].join(" · ");
}
