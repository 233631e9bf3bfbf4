import type { WorkspaceConsentRequest } from "@latchkey/api";

import { moveOn, showPage } from "../answers.ts";
import { plainText } from "../client-facts.ts";
import { issueTicket, verifyTicket } from "../csrf.ts";
import { frameFor, readForm, type Desk } from "../desk.ts";
import type { PageAnswer, PageRequest } from "../exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import { formRefused, openedDirectly } from "../notices.ts";
import { personName } from "../person-name.ts";
import { noWorkspaceView, workspaceConsentView } from "../views/workspace-consent-view.ts";
import { consentAddress } from "./addresses.ts";
import { readChoice } from "./choice.ts";
import { describeCapabilities, describeIntegration } from "./facts.ts";
import { offerWorkspaces } from "./offers.ts";

/** GET /workspace/consent: asks which workspace an integration may come into, and what it may see there. */
export async function showWorkspaceConsent(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return openedDirectly(frameFor(request, desk));

  const asked = await desk.latchkey.getWorkspaceConsentRequest({ consent_challenge });
  return showForm(asked, request, desk);
}

/** POST /workspace/consent: somebody has decided. */
export async function submitWorkspaceConsent(
  request: PageRequest,
  desk: Desk,
): Promise<PageAnswer> {
  const form = readForm(request);
  const frame = frameFor(request, desk);
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return openedDirectly(frame);

  const rejection = verifyTicket(consent_challenge, form.get("csrf"), request, desk);
  if (rejection !== undefined) {
    return formRefused(frame, rejection, consentAddress(consent_challenge, desk));
  }
  if (form.get("decision") !== "allow") {
    const rejected = await desk.latchkey.rejectWorkspaceConsentRequest({ consent_challenge });
    return moveOn(frame, rejected.redirect_to);
  }
  const asked = await desk.latchkey.getWorkspaceConsentRequest({ consent_challenge });
  const body = readChoice(asked, form);
  if (body === undefined) return showForm(asked, request, desk, "workspace_missing");

  const accepted = await desk.latchkey.acceptWorkspaceConsentRequest({ consent_challenge, body });
  return moveOn(frame, accepted.redirect_to);
}

async function showForm(
  asked: WorkspaceConsentRequest,
  request: PageRequest,
  desk: Desk,
  mistake?: "workspace_missing",
): Promise<PageAnswer> {
  const { challenge, integration, subject } = asked;
  const frame = frameFor(request, desk);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueTicket(challenge, request, desk);
  const shown = {
    integration: describeIntegration(integration, asked.redirect_uri),
    target: { action: consentAddress(challenge, desk), csrf },
    person: personName(await desk.accounts.profile(subject), subject),
  };
  if (asked.choices.length === 0) {
    const { title } = messages.workspace.no_workspace(shown.integration.name);
    const body = noWorkspaceView(shown, messages);
    return showPage(frame, { title, body }, { status: 403, set_cookie });
  }
  const question = {
    ...shown,
    permissions: describeCapabilities(integration.capabilities, messages.workspace),
    for_everybody: asked.owner === "workspace",
    offers: await offerWorkspaces(asked, messages.workspace, desk),
    template: integration.template === null ? undefined : plainText(integration.template.title),
    problem: mistake && messages.workspace[mistake],
  };
  const title = messages.workspace.integration_asks(shown.integration.name);
  const body = workspaceConsentView(question, messages);
  return showPage(frame, { title, body }, { status: mistake ? 422 : 200, set_cookie });
}
