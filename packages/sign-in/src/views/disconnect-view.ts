import { html, type SafeHtml } from "../html.ts";
import type { Messages } from "../messages/phrases.ts";
import type { ConnectionFacts } from "../workspace/describe-connection.ts";
import { asker } from "./asker.ts";
import { form, type FormTarget } from "./form.ts";
import { told } from "./told.ts";

/** What would be disconnected, from what. */
export interface DisconnectForm {
  readonly connection: ConnectionFacts;
  readonly workspace: string;
  /** The titles of what is shared with it. */
  readonly resources: readonly string[];
  readonly target: FormTarget;
  /** Where nothing happens. */
  readonly back: string;
}

/** Asks whether the person means it, and says what stops working. */
export function disconnectView(shown: DisconnectForm, messages: Messages): SafeHtml {
  const { connection, resources, target, back } = shown;
  const { workspace } = messages;
  const buttons = html`<div class="actions">
    <a class="button" href="${back}">${workspace.keep_connected}</a>
    <button class="button primary">${workspace.disconnect}</button>
  </div>`;
  return html`${asker(connection, messages)}
    <h1>${workspace.disconnect_question(connection.name, shown.workspace)}</h1>
    <p class="quiet small">${connection.circumstances.join(" · ")}</p>
    ${told(workspace.it_can_no_longer, connection.permissions)}
    ${resources.length > 0 && told(workspace.it_loses, resources)}
    <p class="quiet small">${workspace.what_stays}</p>
    ${form(target, buttons)}`;
}
