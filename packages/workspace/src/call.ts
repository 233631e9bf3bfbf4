import {
  identifyCaller,
  FORM,
  type Request,
  type Response,
  mediaTypeOf,
  parseForm,
  randomId,
} from "@latchkey/server/feature/endpoints";
import { type Result, err, ok } from "@latchkey/server/feature/rules";
import type { OwnEndpoint, WorkspaceContext } from "./context.ts";
import type { IntegrationRecord } from "./rules/records.ts";
import { bodyTooLarge, workspaceErrors } from "./rules/errors.ts";
import type { RequestBody } from "./rules/token-request.ts";
import { parseServiceVersion } from "./rules/service-version.ts";
import { describeWorkspaceSuccess, type WorkspaceError } from "./rules/workspace-error.ts";
import { identifyIntegration } from "./authenticate-integration.ts";
import { respondWithError } from "./error-renderer.ts";

/** A call of an authenticated integration. */
export interface Call {
  readonly integration: IntegrationRecord;
  readonly body: RequestBody;
  /** Generated here; the caller's X-Request-Id is not used under /v1. */
  readonly request_id: string;
  /** Milliseconds. */
  readonly received_at_ms: number;
}

/** The result of a call: the body of the response, or an error. */
export type Outcome = Promise<Result<{ readonly request_id: string }, WorkspaceError>>;

const BODY_BYTES = "limits.workspace.body_bytes";

/**
 * Builds an endpoint that runs every check before `work` uses anything up: rate limits by address, version, authentication,
 * rate limit of the integration, body. So a request that is refused here, above all with 429, can be repeated.
 */
export function callEndpoint(
  work: (call: Call, context: WorkspaceContext) => Outcome,
): OwnEndpoint {
  return async (request, context) => {
    const request_id = randomId();
    const outcome = await attempt(request, request_id, context, work);
    return respond(outcome, request_id, context);
  };
}

async function attempt(
  request: Request,
  request_id: string,
  context: WorkspaceContext,
  work: (call: Call, context: WorkspaceContext) => Outcome,
): Outcome {
  const integration = await admit(request, context);
  if (!integration.ok) return integration;
  const body = readBody(request, context);
  if (!body.ok) return body;
  const { received_at_ms } = request;
  identifyCaller({ kind: "client", id: integration.value.client_id }, { request_id });
  const call = { integration: integration.value, body: body.value, request_id, received_at_ms };
  return work(call, context);
}

async function admit(
  request: Request,
  context: WorkspaceContext,
): Promise<Result<IntegrationRecord, WorkspaceError>> {
  const { config } = context;
  const version = parseServiceVersion(
    (name) => request.headers[name],
    config["workspace.service_versions"],
    config["workspace.version_header_aliases"],
  );
  const integration = await identifyIntegration(request, version, context);
  if (!integration.ok) return integration;
  const limited = context.workspace.limits.admitClient(
    integration.value.client_id,
    context.now_ms(),
  );
  return limited.ok ? integration : limited;
}

function readBody(
  { headers, body }: Request,
  { config, server_metrics }: WorkspaceContext,
): Result<RequestBody, WorkspaceError> {
  if (Buffer.byteLength(body) > config[BODY_BYTES]) {
    server_metrics.limit_hits.with({ limit: BODY_BYTES }).add();
    return err(bodyTooLarge(config[BODY_BYTES]));
  }
  const type = mediaTypeOf(headers["content-type"]);
  if (type === "application/json") return parseJson(body);
  if (type !== FORM || !config["workspace.accept_form_bodies"])
    return err(workspaceErrors.content_type_unsupported);
  const form = parseForm(body);
  return form === undefined ? err(workspaceErrors.body_malformed) : ok({ form });
}

function parseJson(body: string): Result<RequestBody, WorkspaceError> {
  try {
    return ok({ json: JSON.parse(body) });
  } catch {
    return err(workspaceErrors.body_malformed);
  }
}

/** The response to a call. */
export function respond(
  outcome: Awaited<Outcome>,
  request_id: string,
  context: Pick<WorkspaceContext, "config">,
): Response {
  return outcome.ok
    ? describeWorkspaceSuccess(outcome.value)
    : respondWithError(outcome.error, request_id, context);
}
