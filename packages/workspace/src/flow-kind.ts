import { tokenKinds } from "./token-kinds.ts";
import { workspacePages } from "@latchkey/api";
import {
  type Conclusion,
  type EndedFlow,
  type FlowKind,
  type Request,
  type Response,
  type StepResult,
  answerClient,
  clientGone,
  destinationOf,
  lostRace,
  noting,
  publicUrl,
  sendErrorToClient,
  sendToClient,
  showError,
  storedNothing,
  writeGrantToken,
} from "@latchkey/server/feature/endpoints";
import {
  type ConsentFlow,
  type Flow,
  type OAuthError,
  alreadyUsed,
  joinUrl,
} from "@latchkey/server/feature/rules";
import { describeWorkspaceAuthorization, isOwnerAllowed } from "./rules/authorize-request.ts";
import { isWorkspaceConsent, mayInstall, type WorkspaceConsent } from "./rules/consent.ts";
import { areSameCapabilities } from "./rules/integration-input.ts";
import type { IntegrationRecord, WorkspaceGrant } from "./rules/records.ts";
import { asClient } from "./integration-client.ts";
import type { WorkspaceContext } from "./context.ts";

/** What an integration is to be installed for: to act for the user, or for a whole workspace. */
interface Installation {
  readonly integration_id: string;
  readonly owner: "user" | "workspace";
}

/** The installation that a flow is for; undefined for any other flow. */
export function installationOf({ purpose }: Pick<Flow, "purpose">): Installation | undefined {
  if (purpose.kind !== "installation") return undefined;
  const owner = purpose["owner"] === "workspace" ? "workspace" : "user";
  return { integration_id: String(purpose["integration_id"]), owner };
}

/** An integration is to be installed. `client_id` is the integration's. */
export const installationKind: FlowKind<WorkspaceContext> = {
  kind: "installation",
  consent: "own_operations",
  exempts_apis: true,
  consentUrl: (config) => consentPage(config),
  async findClient(flow, { workspace: { store } }) {
    const { integration_id = "" } = installationOf(flow) ?? {};
    const integration = await store.integrations.find(integration_id);
    if (integration?.client_id !== flow.client_id || !integration.enabled) return undefined;
    const isRegistered = integration.redirect_uris.includes(flow.request.redirect_uri);
    return isRegistered ? asClient(integration) : undefined;
  },
  lifespanOf: () => MAX_LIFESPAN,
  conclude,
  concludeAgain,
  fail: sendToClient,
  reject: sendToClient,
};

/** The page that asks which workspace to install into. */
function consentPage(config: WorkspaceContext["config"]): string {
  const ours = workspacePages.workspaceConsentPage.path;
  return config["urls.workspace_consent"] ?? joinUrl(publicUrl(config), ours);
}

/** Seconds. RFC 6749 §4.1.2 recommends ten minutes for a code; the workspace API applies it to the whole request. */
const MAX_LIFESPAN = 600;

/** The last step: the integration gets a code. The choice of the user takes effect when the code is exchanged. */
async function conclude(
  { flow, answer, cookies, request }: Conclusion,
  context: WorkspaceContext,
): Promise<StepResult> {
  const { store } = context.workspace;
  const { choice } = answer;
  if (choice === undefined || !isWorkspaceConsent(choice))
    throw new Error("An integration was accepted for no workspace.");
  const { integration_id = "" } = installationOf(flow) ?? {};
  const integration = await store.integrations.find(integration_id);
  // Deleted since the flow and its client were read.
  if (integration === undefined) return storedNothing(showError(clientGone, request, context));
  const withdrawn = await findWithdrawal(flow, choice, integration, context);
  if (withdrawn !== undefined) {
    return storedNothing(
      await sendErrorToClient(destinationOf(flow, request), withdrawn, cookies, context),
    );
  }
  const grant = createWorkspaceGrant(flow, choice, integration, context);
  const written = await context.store.flows.completeWith(flow, () =>
    store.workspace_grants.insert(grant),
  );
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
  { workspace_id, owner }: WorkspaceConsent,
  integration: IntegrationRecord,
  { workspace: { store } }: WorkspaceContext,
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
async function concludeAgain(
  { flow, cookies, request }: EndedFlow,
  context: WorkspaceContext,
): Promise<Response | undefined> {
  const grant = await context.workspace.store.workspace_grants.find(flow.flow_id);
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
  context: WorkspaceContext,
): Promise<Response> {
  const { config, signer } = context;
  const code = writeGrantToken(signer, tokenKinds.code, {
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
  { flow_id, request, requested_at, login }: ConsentFlow,
  answer: WorkspaceConsent,
  { id, capabilities, capability_revision }: IntegrationRecord,
  { config, now_ms }: WorkspaceContext,
): WorkspaceGrant {
  const generation_at_ms = now_ms();
  const created_at = Math.floor(generation_at_ms / 1000);
  const code_expires_at = created_at + config["ttl.auth_code"];
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
      [request.redirect_uri_sent ? "redirect_uri" : "implied_redirect_uri"]: request.redirect_uri,
      ...(request.code_challenge !== undefined && { code_challenge: request.code_challenge }),
      ...answer,
      code_expires_at,
      requested_at,
      subject: login.answer.subject,
      capabilities,
      capability_revision,
    },
  };
}
