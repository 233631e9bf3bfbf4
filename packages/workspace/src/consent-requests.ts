import { capabilities } from "@latchkey/api";
import {
  type Request,
  answerFlow,
  randomId,
  readChallenge,
  readJson,
  refuse,
  showFlow,
} from "@latchkey/server/feature/endpoints";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import {
  type Flow,
  type OAuthError,
  type Result,
  describeRejection,
  err,
  interactionRejections,
  isAtConsent,
  ok,
  rejectConsent,
  verifyConsentOpen,
} from "@latchkey/server/feature/rules";
import type { WorkspaceContext } from "./context.ts";
import { installationOf } from "./flow-kind.ts";
import { authorizationDenied } from "./rules/authorize-request.ts";
import {
  choicesOf,
  describeWorkspaceConsentRequest,
  parseWorkspaceConsent,
  type WorkspaceConsent,
  type WorkspaceConsentQuestion,
} from "./rules/consent.ts";

/** GET /workspace/requests/consent. */
export const getWorkspaceConsentRequest: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const question = await findQuestion(request, context);
  if (!question.ok) return refuse(question.error, request, context);
  return showFlow("consent", request, context, ({ flow, challenge }, facts) => {
    const open = verifyConsentOpen(flow, facts);
    if (!open.ok) return open;
    return question.value === undefined
      ? err({ reason: "not_asked" })
      : ok(JSON.stringify(describeWorkspaceConsentRequest(challenge, question.value)));
  });
};

/** PUT /workspace/requests/consent/accept: the user allows access and chooses what to share. */
export const acceptWorkspaceConsentRequest: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const question = await findQuestion(request, context);
  if (!question.ok) return refuse(question.error, request, context);
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  if (question.value === undefined) {
    return refuse(
      describeRejection(interactionRejections, { reason: "not_asked" }),
      request,
      context,
    );
  }
  const consent = parseWorkspaceConsent(body.value, question.value, randomId);
  if (!consent.ok) return refuse(consent.error, request, context);
  return answerFlow("consent", request, context, (flow, _body, facts) => {
    const open = verifyConsentOpen(flow, facts);
    return open.ok ? ok(accepted(flow, consent.value, facts.now)) : open;
  });
};

/** PUT /workspace/requests/consent/reject: the user denies access. */
export const rejectWorkspaceConsentRequest: FeatureEndpoint<WorkspaceContext> = (
  request,
  context,
) =>
  answerFlow("consent", request, context, (flow, _body, facts) =>
    flow.purpose.kind === "installation"
      ? rejectConsent(flow, authorizationDenied, facts)
      : err({ reason: "not_asked" }),
  );

function accepted(flow: Flow, choice: WorkspaceConsent, handled_at: number): Flow {
  const answer = {
    grant_scope: flow.request.scope,
    grant_access_token_audience: [],
    access_token: {},
    id_token: {},
    remember: false,
    remember_for: 0,
    handled_at,
    choice: { ...choice },
  };
  return { ...flow, consent: { skip: false, state: "accepted", answer } };
}

/** The choices of the user at this moment; undefined if the flow has no integration. */
async function findQuestion(
  request: Request,
  context: WorkspaceContext,
): Promise<Result<WorkspaceConsentQuestion | undefined, OAuthError>> {
  const named = readChallenge("consent_challenge", request, context);
  if (!named.ok) return named;
  const { store } = context.workspace;
  const flow = await context.store.flows.find(named.value.id);
  const installation = flow && installationOf(flow);
  if (flow === undefined || installation === undefined || !isAtConsent(flow)) return ok(undefined);
  const { integration_id, owner } = installation;
  const found = await store.integrations.find(integration_id);
  if (found === undefined) return ok(undefined);
  // The user is asked about those of the request, and the flow ends without a code if they have changed since.
  const asked = capabilities.filter((name) => flow.request.scope.includes(name));
  const integration = { ...found, capabilities: asked };

  const { subject } = flow.login.answer;
  const memberships = await membershipsOf(subject, context);
  const choices = choicesOf(memberships, integration, owner);
  return ok({ integration, redirect_uri: flow.request.redirect_uri, owner, subject, choices });
}

async function membershipsOf(subject: string, { workspace: { store } }: WorkspaceContext) {
  const members = await store.members.ofSubject(subject);
  const found = await Promise.all(
    members.map(async (member) => ({
      member,
      workspace: await store.workspaces.find(member.workspace_id),
    })),
  );
  return found.flatMap(({ member, workspace }) =>
    workspace === undefined ? [] : [{ member, workspace }],
  );
}
