import { html, type SafeHtml } from "./html.ts";
import type { Messages } from "../messages/messages-type.ts";
import { resourcesField } from "../workspace/consent-form.ts";
import type { IntegrationDetails } from "../workspace/display.ts";
import type { WorkspaceChoice, ResourceChoice } from "../workspace/workspace-choices.ts";
import { clientHeader, destinationLine } from "./client-header.ts";
import { form, checkbox, type FormTarget } from "./form.ts";
import { logo } from "./logo.ts";
import { sentenceList } from "./sentence-list.ts";

/** The requesting integration and the user. */
interface ConsentParties {
  readonly integration: IntegrationDetails;
  readonly target: FormTarget;
  /** Display name of the signed-in user. */
  readonly user: string;
}

/** The content of the workspace consent form. */
export interface WorkspaceConsentForm extends ConsentParties {
  readonly permissions: readonly string[];
  /** The integration is installed for the whole workspace. */
  readonly whole_workspace: boolean;
  readonly choices: readonly WorkspaceChoice[];
  /** Title of the template that can be copied into the workspace. */
  readonly template: string | undefined;
  readonly problem?: string | undefined;
}

export function workspaceConsentView(shown: WorkspaceConsentForm, messages: Messages): SafeHtml {
  const { workspace } = messages;
  const fields = html`${sentenceList(messages.app_may_if_allowed, shown.permissions)}
    ${workspaceChoices(shown, messages)}
    ${
      shown.template !== undefined &&
      checkbox("duplicate_template", false, workspace.duplicate_template(shown.template))
    }
    <div class="actions">
      ${cancelButton(messages)}
      <button class="button primary" name="decision" value="allow">${messages.allow}</button>
    </div>`;
  return html`${clientHeader(shown.integration, messages)}
    <h1>${workspace.integration_asks(shown.integration.name)}</h1>
    ${destinationLine(shown.integration, messages)} ${accountLine(shown, messages)}
    ${shown.whole_workspace && html`<p>${workspace.whole_workspace_explained}</p>`}
    ${form(shown.target, fields)}`;
}

/** Shown if the user has no eligible workspace. Cancelling returns an error to the integration. */
export function noWorkspaceView(shown: ConsentParties, messages: Messages): SafeHtml {
  const { title, text } = messages.workspace.no_workspace(shown.integration.name);
  return html`${clientHeader(shown.integration, messages)}
    <h1>${title}</h1>
    <p class="quiet">${text}</p>
    ${accountLine(shown, messages)} ${destinationLine(shown.integration, messages)}
    ${form(shown.target, html`<div class="actions">${cancelButton(messages)}</div>`)}`;
}

function accountLine({ user }: ConsentParties, messages: Messages): SafeHtml {
  return html`<p class="account small"><span>${messages.signed_in_as(user)}</span></p>`;
}

/** `formnovalidate`: denying does not require a selection. */
function cancelButton({ cancel }: Messages): SafeHtml {
  return html`<button class="button" name="decision" value="deny" formnovalidate>
    ${cancel}
  </button>`;
}

function workspaceChoices(
  { choices, problem }: WorkspaceConsentForm,
  messages: Messages,
): SafeHtml {
  const { workspace } = messages;
  const [only, ...others] = choices;
  if (only !== undefined && others.length === 0) return singleChoice(only, messages);
  return html`<fieldset class="choices">
    <legend>${workspace.which_workspace}</legend>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${choices.map((choice) => radioChoice(choice, messages))}
  </fieldset>`;
}

function singleChoice(choice: WorkspaceChoice, messages: Messages): SafeHtml {
  return html`<input type="hidden" name="workspace_id" value="${choice.workspace_id}" />
    <div class="choice">
      <p class="chosen">
        ${logo(choice)}
        <span>${messages.workspace.in_workspace(choice.name)} ${knownAs(choice, messages)}</span>
      </p>
      ${resourceList(choice, messages)}
    </div>`;
}

function radioChoice(choice: WorkspaceChoice, messages: Messages): SafeHtml {
  return html`<div class="choice">
    <label class="checkbox">
      <input type="radio" name="workspace_id" value="${choice.workspace_id}" required />
      ${logo(choice)}
      <span>
        <strong><bdi>${choice.name}</bdi></strong>
        ${knownAs(choice, messages)}
      </span>
    </label>
    ${resourceList(choice, messages)}
  </div>`;
}

function knownAs({ known_as }: WorkspaceChoice, { workspace }: Messages): SafeHtml | undefined {
  if (known_as === undefined) return undefined;
  return html`<span class="quiet small known-as">${workspace.known_as(known_as)}</span>`;
}

function resourceList(choice: WorkspaceChoice, { workspace }: Messages): SafeHtml {
  if (choice.resources.length === 0) {
    return html`<p class="quiet small resources">${workspace.nothing_to_share}</p>`;
  }
  // The border is on the div: a fieldset's own border runs through its legend.
  return html`<div class="resources">
    <fieldset class="permissions">
      <legend>${workspace.share_what}</legend>
      <p class="quiet small">${workspace.only_selected_is_shared}</p>
      ${choice.resources.map((resource) => resourceCheckbox(resource, choice))}
    </fieldset>
  </div>`;
}

function resourceCheckbox(
  { id, title, shared }: ResourceChoice,
  { workspace_id }: WorkspaceChoice,
): SafeHtml {
  const name = resourcesField(workspace_id);
  return html`<label class="checkbox">
    <input type="checkbox" name="${name}" value="${id}" ${shared && html`checked`} />
    <span><bdi>${title}</bdi></span>
  </label>`;
}
