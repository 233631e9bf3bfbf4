import { html, type SafeHtml } from "../html.ts";
import type { Messages } from "../messages/phrases.ts";
import { resourcesField } from "../workspace/choice.ts";
import type { IntegrationFacts } from "../workspace/facts.ts";
import type { Offer, ResourceOffer } from "../workspace/offers.ts";
import { asker, destinationLine } from "./asker.ts";
import { form, tick, type FormTarget } from "./form.ts";
import { picture } from "./picture.ts";
import { told } from "./told.ts";

/** Who asks whom. */
interface Encounter {
  readonly integration: IntegrationFacts;
  readonly target: FormTarget;
  /** What the person is called. */
  readonly person: string;
}

/** What is asked, and what there is to choose from. */
export interface WorkspaceConsentForm extends Encounter {
  readonly permissions: readonly string[];
  /** The integration would belong to the whole workspace. */
  readonly for_everybody: boolean;
  readonly offers: readonly Offer[];
  /** The title of a template to copy. */
  readonly template: string | undefined;
  readonly problem?: string | undefined;
}

/** Asks into which workspace the integration may come, and what it may see there. */
export function workspaceConsentView(shown: WorkspaceConsentForm, messages: Messages): SafeHtml {
  const { workspace } = messages;
  const fields = html`${told(messages.it_may, shown.permissions)} ${offers(shown, messages)}
    ${
      shown.template !== undefined &&
      tick("duplicate_template", false, workspace.duplicate_template(shown.template))
    }
    <div class="actions">
      ${cancelButton(messages)}
      <button class="button primary" name="decision" value="allow">${messages.allow}</button>
    </div>`;
  return html`${asker(shown.integration, messages)}
    <h1>${workspace.integration_asks(shown.integration.name)}</h1>
    ${destinationLine(shown.integration, messages)} ${accountLine(shown, messages)}
    ${shown.for_everybody && html`<p>${workspace.for_everybody_explained}</p>`}
    ${form(shown.target, fields)}`;
}

/** Explains that there is nothing to choose from, and lets the integration know. */
export function noWorkspaceView(shown: Encounter, messages: Messages): SafeHtml {
  const { title, text } = messages.workspace.no_workspace(shown.integration.name);
  return html`${asker(shown.integration, messages)}
    <h1>${title}</h1>
    <p class="quiet">${text}</p>
    ${accountLine(shown, messages)} ${destinationLine(shown.integration, messages)}
    ${form(shown.target, html`<div class="actions">${cancelButton(messages)}</div>`)}`;
}

function accountLine({ person }: Encounter, messages: Messages): SafeHtml {
  return html`<p class="account small"><span>${messages.signed_in_as(person)}</span></p>`;
}

/** As easy as the other one: a no needs nothing to be filled in. */
function cancelButton({ cancel }: Messages): SafeHtml {
  return html`<button class="button" name="decision" value="deny" formnovalidate>
    ${cancel}
  </button>`;
}

function offers({ offers: all, problem }: WorkspaceConsentForm, messages: Messages): SafeHtml {
  const { workspace } = messages;
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return onlyOffer(only, messages);
  return html`<fieldset class="choices">
    <legend>${workspace.which_workspace}</legend>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${all.map((offer) => choice(offer, messages))}
  </fieldset>`;
}

function onlyOffer(offer: Offer, messages: Messages): SafeHtml {
  return html`<input type="hidden" name="workspace_id" value="${offer.workspace_id}" />
    <div class="choice">
      <p class="chosen">
        ${picture(offer)}
        <span>${messages.workspace.in_workspace(offer.name)} ${knownAs(offer, messages)}</span>
      </p>
      ${resourceList(offer, messages)}
    </div>`;
}

function choice(offer: Offer, messages: Messages): SafeHtml {
  return html`<div class="choice">
    <label class="tick">
      <input type="radio" name="workspace_id" value="${offer.workspace_id}" required />
      ${picture(offer)}
      <span>
        <strong><bdi>${offer.name}</bdi></strong>
        ${knownAs(offer, messages)}
      </span>
    </label>
    ${resourceList(offer, messages)}
  </div>`;
}

function knownAs({ known_as }: Offer, { workspace }: Messages): SafeHtml | undefined {
  if (known_as === undefined) return undefined;
  return html`<span class="quiet small known-as">${workspace.known_as(known_as)}</span>`;
}

function resourceList(offer: Offer, { workspace }: Messages): SafeHtml {
  if (offer.resources.length === 0) {
    return html`<p class="quiet small resources">${workspace.nothing_to_share}</p>`;
  }
  // A fieldset's own border would run through its legend.
  return html`<div class="resources">
    <fieldset class="permissions">
      <legend>${workspace.share_what}</legend>
      <p class="quiet small">${workspace.nothing_unless_ticked}</p>
      ${offer.resources.map((resource) => resourceTick(resource, offer))}
    </fieldset>
  </div>`;
}

function resourceTick({ id, title, shared }: ResourceOffer, { workspace_id }: Offer): SafeHtml {
  const name = resourcesField(workspace_id);
  return html`<label class="tick">
    <input type="checkbox" name="${name}" value="${id}" ${shared && html`checked`} />
    <span><bdi>${title}</bdi></span>
  </label>`;
}
