import { workspaceApiOperations } from "@latchkey/api";
import {
  findSession,
  publicUrl,
  randomId,
  readQuery,
  sendErrorToClient,
  showErrorPage,
  startFlow,
} from "@latchkey/server/feature/endpoints";
import {
  type AuthorizationRequest,
  type OAuthError,
  decideLogin,
  joinUrl,
} from "@latchkey/server/feature/rules";
import type { OwnEndpoint } from "./context.ts";
import { asClient } from "./integration-client.ts";
import {
  parseWorkspaceAuthorization,
  type WorkspaceAuthorization,
} from "./rules/authorize-request.ts";
import type { IntegrationRecord } from "./rules/records.ts";

const PATH = workspaceApiOperations.authorizeIntegration.path;

/** GET /v1/oauth/authorize: starts an authorization. The user signs in, then chooses the workspace to install into. */
export const authorizeIntegration: OwnEndpoint = async (request, context) => {
  const params = readQuery(request);
  if (params === undefined) return showErrorPage(malformed, request, context);
  const {
    config,
    now,
    workspace: { store },
  } = context;
  const integration = await store.integrations.findByClient(params.get("client_id") ?? "");
  const asked = parseWorkspaceAuthorization(params, integration);
  if (!asked.ok) {
    const rejection = asked.error;
    if (rejection.deliver === "here") return showErrorPage(rejection.error, request, context);
    const client_id = params.get("client_id") ?? "";
    const destination = { ...rejection, client_id, response_mode: "query" } as const;
    return sendErrorToClient(destination, rejection.error, [], context);
  }
  if (integration === undefined) throw new Error("A request was parsed for no integration.");

  const wanted = requestOf(asked.value, integration);
  const session = await findSession(request, context);
  const facts = { request: wanted, session, hint: undefined, hint_matches_session: false };
  const decision = decideLogin({ ...facts, now: now() });
  if (decision.kind === "reject") return showErrorPage(decision.error, request, context);
  const { skip, subject, sid = randomId(), authenticated_at } = decision;
  const { client_id, client_key } = asClient(integration);
  return startFlow(
    {
      client_id,
      client_key,
      purpose: {
        kind: "installation",
        integration_id: integration.id,
        owner: asked.value.owner,
      },
      request: wanted,
      request_url: `${joinUrl(publicUrl(config), PATH)}?${request.search}`,
      hint: undefined,
      login: { state: "waiting", skip, subject, sid, authenticated_at },
    },
    request,
    context,
  );
};

/** The integration's request as an authorization request. */
function requestOf(
  { redirect_uri, redirect_uri_sent, state, code_challenge }: WorkspaceAuthorization,
  { client_id, capabilities }: IntegrationRecord,
): AuthorizationRequest {
  return {
    client_id,
    response_type: ["code"],
    response_mode: "query",
    redirect_uri,
    redirect_uri_sent,
    scope: capabilities,
    audience: [],
    prompt: [],
    ui_locales: [],
    acr_values: [],
    ...(state !== undefined && { state }),
    ...(code_challenge !== undefined && { code_challenge }),
  };
}

const malformed: OAuthError = {
  error: "invalid_request",
  error_description: "The query has characters that are not allowed in parameters.",
};
