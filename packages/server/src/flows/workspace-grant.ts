import { workspaceCodeLifespan } from "../grants/lifespans.ts";
import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { writeGrantToken } from "../crypto/grant-token.ts";
import type { ConsentAnswer, WorkspaceAnswer } from "../interaction/consent-answer.ts";
import type { ConsentFlow } from "../interaction/consent-transitions.ts";
import { alreadyUsed } from "../interaction/verifier-use.ts";
import { describeWorkspaceAuthorization, isOwnerAllowed } from "../workspace/authorize-request.ts";
import { mayInstall } from "../workspace/consent.ts";
import { areSameCapabilities } from "../workspace/integration-input.ts";
import type { IntegrationRecord, WorkspaceGrant } from "../workspace/records.ts";
import { showError } from "./error-page.ts";
import { clientGone, lostRace, storedNothing, type StepResult } from "./flow-step.ts";
import {
  answerClient,
  destinationOf,
  noting,
  sendErrorToClient,
} from "./authorization-response.ts";

/** The last step for an integration: it gets a code. The choice of the user takes effect when the code is exchanged. */
export async function concludeForWorkspace(
  flow: ConsentFlow,
  integration_id: string,
  answer: ConsentAnswer,
  cookies: readonly string[],
  request: Request,
  context: Context,
): Promise<StepResult> {
  const { store } = context;
  const { workspace } = answer;
  if (workspace === undefined) throw new Error("An integration was accepted for no workspace.");
  const integration = await store.integrations.find(integration_id);
  // Deleted since the flow and its client were read.
  if (integration === undefined) return storedNothing(showError(clientGone, request, context));
  const withdrawn = await findWithdrawal(flow, workspace, integration, context);
  if (withdrawn !== undefined) {
    return storedNothing(
      await sendErrorToClient(destinationOf(flow, request), withdrawn, cookies, context),
    );
  }
  const grant = createWorkspaceGrant(flow, workspace, integration, context);
  const written = await store.flows.completeForWorkspace(flow, grant);
  if (!written) {
    return lostRace(
      await sendErrorToClient(destinationOf(flow, request), alreadyUsed.error, [], context),
    );
  }
  return { written, response: await grantIntegration(flow, grant, cookies, request, context) };
}

/** What changed since the user was asked, and is not covered by the answer. */
async function findWithdrawal(
  { request, login }: ConsentFlow,
  { workspace_id, owner }: WorkspaceAnswer,
  integration: IntegrationRecord,
  { store }: Context,
): Promise<OAuthError | undefined> {
  if (!areSameCapabilities(integration.capabilities, request.scope)) return capabilitiesChanged;
  if (!isOwnerAllowed(owner.type, integration)) return ownerNotAllowed;
  const members = await store.members.ofSubject(login.answer.subject);
  const member = members.find((one) => one.workspace_id === workspace_id);
  return member && mayInstall(member, owner.type) ? undefined : notAllowedAnyMore;
}

const capabilitiesChanged: OAuthError = {
  error: "access_denied",
  error_description:
    "The capabilities of the integration changed while the user was asked. Start again.",
};

const ownerNotAllowed: OAuthError = {
  error: "access_denied",
  error_description: "The integration may no longer be installed for a whole workspace.",
};

const notAllowedAnyMore: OAuthError = {
  error: "access_denied",
  error_description: "The user may no longer install the integration into this workspace.",
};

/** The browser repeats this step: the integration gets the same code again, unless it was exchanged or has expired. */
export async function concludeForWorkspaceAgain(
  flow: Flow,
  _client: Client,
  cookies: readonly string[],
  request: Request,
  context: Context,
): Promise<Response | undefined> {
  const grant = await context.store.workspace_grants.find(flow.flow_id);
  if (grant === undefined || grant.generation > 0 || grant.revoked_at !== undefined)
    return undefined;
  if (grant.exchanged_at_ms !== undefined || grant.session.code_expires_at <= context.now())
    return undefined;
  return grantIntegration(flow, grant, cookies, request, context);
}

async function grantIntegration(
  flow: Flow,
  grant: WorkspaceGrant,
  cookies: readonly string[],
  request: Request,
  context: Context,
): Promise<Response> {
  const { config, signer } = context;
  const code = writeGrantToken(signer, "workspace_code", {
    grant_id: grant.grant_id,
    generation: 0,
    issued_at: grant.created_at,
    expires_at: grant.session.code_expires_at,
  });
  const envelope = { state: flow.request.state, issuer: config["urls.self.issuer"] };
  const parameters = describeWorkspaceAuthorization(code, envelope);
  const { login } = flow;
  const subject = login.state === "used" ? login.answer?.subject : undefined;
  const answered = await answerClient(destinationOf(flow, request), parameters, cookies, context);
  return noting(answered, { rule: "granted", ...(subject !== undefined && { subject }) });
}

function createWorkspaceGrant(
  { flow_id, request }: ConsentFlow,
  answer: WorkspaceAnswer,
  { id, capabilities, capability_revision }: IntegrationRecord,
  { config, now_ms }: Context,
): WorkspaceGrant {
  const generation_at_ms = now_ms();
  const created_at = Math.floor(generation_at_ms / 1000);
  const code_expires_at = created_at + workspaceCodeLifespan(config);
  return {
    grant_id: flow_id,
    integration_id: id,
    bot_id: undefined,
    generation: 0,
    generation_at_ms,
    exchanged_at_ms: undefined,
    failures: 0,
    created_at,
    expires_at: code_expires_at,
    revoked_at: undefined,
    session: {
      ...(request.redirect_uri_sent && { redirect_uri: request.redirect_uri }),
      ...(request.code_challenge !== undefined && { code_challenge: request.code_challenge }),
      ...answer,
      code_expires_at,
      capabilities,
      capability_revision,
    },
  };
}
