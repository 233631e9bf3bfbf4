import type { WorkspaceConsentRequest } from "@latchkey/api";

import { redirectAfterForm, showPage } from "../http/responses.ts";
import { sanitizeName } from "../pages/client-details.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import { frameOf, readForm, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import { csrfRejected, challengeMissing } from "../pages/notices.ts";
import { displayName } from "../pages/display-name.ts";
import { noWorkspaceView, workspaceConsentView } from "../views/workspace-consent-view.ts";
import { workspaceConsentUrl } from "./urls.ts";
import { readSelection } from "./consent-form.ts";
import { describeCapabilities, describeIntegration } from "./display.ts";
import { listWorkspaceChoices } from "./workspace-choices.ts";

/** GET /workspace/consent: asks which workspace to connect an integration to, and what to share with it. */
export async function showWorkspaceConsent(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return challengeMissing(frameOf(request, context));

  const asked = await context.latchkey.getWorkspaceConsentRequest({ consent_challenge });
  return showForm(asked, request, context);
}

/** POST /workspace/consent: accepts or rejects the consent request. */
export async function submitWorkspaceConsent(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const form = readForm(request);
  const frame = frameOf(request, context);
  const consent_challenge = request.query.get("consent_challenge");
  if (!consent_challenge) return challengeMissing(frame);

  const rejection = verifyCsrfToken(consent_challenge, form.get("csrf"), request, context);
  if (rejection !== undefined) {
    return csrfRejected(frame, rejection, workspaceConsentUrl(consent_challenge, context));
  }
  if (form.get("decision") !== "allow") {
    const rejected = await context.latchkey.rejectWorkspaceConsentRequest({ consent_challenge });
    return redirectAfterForm(frame, rejected.redirect_to);
  }
  const asked = await context.latchkey.getWorkspaceConsentRequest({ consent_challenge });
  const body = readSelection(asked, form);
  if (body === undefined) return showForm(asked, request, context, "workspace_missing");

  const accepted = await context.latchkey.acceptWorkspaceConsentRequest({
    consent_challenge,
    body,
  });
  return redirectAfterForm(frame, accepted.redirect_to);
}

async function showForm(
  asked: WorkspaceConsentRequest,
  request: PageRequest,
  context: PageContext,
  error?: "workspace_missing",
): Promise<PageResponse> {
  const { challenge, integration, subject } = asked;
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const shown = {
    integration: describeIntegration(integration, asked.redirect_uri),
    target: { action: workspaceConsentUrl(challenge, context), csrf },
    user: displayName(await context.accounts.profile(subject), subject),
  };
  if (asked.choices.length === 0) {
    const { title } = messages.workspace.no_workspace(shown.integration.name);
    const body = noWorkspaceView(shown, messages);
    return showPage(frame, { title, body }, { status: 403, set_cookie });
  }
  const question = {
    ...shown,
    permissions: describeCapabilities(integration.capabilities, messages.workspace),
    whole_workspace: asked.owner === "workspace",
    choices: await listWorkspaceChoices(asked, messages.workspace, context),
    template: integration.template === null ? undefined : sanitizeName(integration.template.title),
    problem: error && messages.workspace[error],
  };
  const title = messages.workspace.integration_asks(shown.integration.name);
  const body = workspaceConsentView(question, messages);
  return showPage(frame, { title, body }, { status: error ? 422 : 200, set_cookie });
}
