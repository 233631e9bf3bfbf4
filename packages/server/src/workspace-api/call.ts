import type { Context } from "../context.ts";
import { randomId } from "../crypto/random-id.ts";
import type { Answer, Endpoint, Request } from "../http/endpoint.ts";
import { parseForm } from "../http/form.ts";
import { mediaTypeOf } from "../http/media-type.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import type { IntegrationRecord } from "../workspace/records.ts";
import { refusals } from "../workspace/refusals.ts";
import type { RequestBody } from "../workspace/request-body.ts";
import { checkServiceVersion } from "../workspace/service-version.ts";
import {
  describeWorkspaceError,
  describeWorkspaceSuccess,
  type WorkspaceError,
} from "../workspace/workspace-error.ts";
import { identifyIntegration } from "./identify-integration.ts";

/** A call of an integration that proved who it is. */
export interface Call {
  readonly integration: IntegrationRecord;
  readonly body: RequestBody;
  /** Ours, whatever the caller sent. */
  readonly request_id: string;
  /** Milliseconds. */
  readonly received_at_ms: number;
}

/** What a call comes to. */
export type Outcome = Promise<Result<{ readonly request_id: string }, WorkspaceError>>;

const LARGEST_BODY = 65_536;
const FORM = "application/x-www-form-urlencoded";

/**
 * Leads a call past every check before anything is used up: limits, version, who it is, their limit, the body. So whatever
 * is refused here, and a 429 above all, has cost the caller nothing.
 */
export function callEndpoint(work: (call: Call, context: Context) => Outcome): Endpoint {
  return async (request, context) => {
    const request_id = randomId();
    const outcome = await attempt(request, request_id, context, work);
    return tell(outcome, request, request_id, context);
  };
}

async function attempt(
  request: Request,
  request_id: string,
  context: Context,
  work: (call: Call, context: Context) => Outcome,
): Outcome {
  try {
    const integration = await admit(request, context);
    if (!integration.ok) return integration;
    const body = readBody(request, context);
    if (!body.ok) return body;
    const { received_at_ms } = request;
    const call = { integration: integration.value, body: body.value, request_id, received_at_ms };
    return await work(call, context);
  } catch {
    return err(refusals.server_error); // What was thrown may hold a secret, so it is not told, not even to the log.
  }
}

async function admit(
  request: Request,
  context: Context,
): Promise<Result<IntegrationRecord, WorkspaceError>> {
  const { config } = context;
  const version = checkServiceVersion(
    (name) => request.headers[name],
    config["workspace.service_versions"],
    config["workspace.version_header_aliases"],
  );
  const integration = await identifyIntegration(request, version, context);
  if (!integration.ok) return integration;
  const limited = context.workspace_limits.admitClient(
    integration.value.client_id,
    context.now_ms(),
  );
  return limited.ok ? integration : limited;
}

function readBody(
  { headers, body }: Request,
  { config }: Context,
): Result<RequestBody, WorkspaceError> {
  if (Buffer.byteLength(body) > LARGEST_BODY) return err(refusals.body_too_large);
  const type = mediaTypeOf(headers["content-type"]);
  if (type === "application/json") return parseJson(body);
  if (type !== FORM || !config["workspace.accept_form_bodies"])
    return err(refusals.content_type_unsupported);
  const form = parseForm(body);
  return form === undefined ? err(refusals.body_malformed) : ok({ form });
}

function parseJson(body: string): Result<RequestBody, WorkspaceError> {
  try {
    return ok({ json: JSON.parse(body) });
  } catch {
    return err(refusals.body_malformed);
  }
}

/** Writes an outcome down for the caller, and for the log the few words that can hold no secret. */
export function tell(
  outcome: Awaited<Outcome>,
  { method, path }: Request,
  request_id: string,
  { config, log }: Context,
): Answer {
  const code = outcome.ok ? undefined : outcome.error.code;
  log.info("workspace request", { method, path, ...(code && { code }), requestId: request_id });
  if (outcome.ok) return describeWorkspaceSuccess(outcome.value);
  const envelope = config["workspace.error_envelope"];
  return describeWorkspaceError(outcome.error, { envelope, request_id });
}
