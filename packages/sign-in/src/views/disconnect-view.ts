import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { ConnectionDetails } from "../workspace/describe-connection.ts";
import { clientHeader } from "./client-header.ts";
import { form, type FormTarget } from "./form.ts";
import { sentenceList } from "./sentence-list.ts";

/** The content of the confirmation before an app is disconnected. */
export interface DisconnectForm {
  readonly connection: ConnectionDetails;
  readonly workspace: string;
  /** Titles of the shared resources. */
  readonly resources: readonly string[];
  readonly target: FormTarget;
  /** URL of the list of connected apps. */
  readonly back: string;
}

export function disconnectView(shown: DisconnectForm, messages: Messages): SafeHtml {
  const { connection, resources, target, back } = shown;
  const { workspace } = messages;
  const buttons = html`<div class="actions">
    <a class="button" href="${back}">${workspace.keep_connected}</a>
    <button class="button primary">${workspace.disconnect}</button>
  </div>`;
  return html`${clientHeader(connection, messages)}
    <h1>${workspace.disconnect_question(connection.name, shown.workspace)}</h1>
    <p class="quiet small">${connection.facts.join(" · ")}</p>
    ${sentenceList(workspace.app_can_no_longer, connection.permissions)}
    ${resources.length > 0 && sentenceList(workspace.app_loses_access_to, resources)}
    <p class="quiet small">${workspace.copies_stay}</p>
    ${form(target, buttons)}`;
}
