import type { Context, Endpoint } from "../../context/context.ts";
import { randomId } from "../../crypto/random-id.ts";
import type { Response, Request } from "../../http/endpoint.ts";
import { parseForm } from "../../http/form.ts";
import { mediaTypeOf } from "../../http/media-type.ts";
import { err, ok, type Result } from "../../oauth/result.ts";
import type { IntegrationRecord } from "../../workspace/records.ts";
import { bodyTooLarge, refusals } from "../../workspace/refusals.ts";
import type { RequestBody } from "../../workspace/request-body.ts";
import { checkServiceVersion } from "../../workspace/service-version.ts";
import {
  describeWorkspaceError,
  describeWorkspaceSuccess,
  type WorkspaceError,
} from "../../workspace/workspace-error.ts";
import { identifyIntegration } from "./authenticate-integration.ts";
import { type Failure, noteFailure } from "./note-failure.ts";

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

const BODY_BYTES = "limits.workspace.body_bytes";
const FORM = "application/x-www-form-urlencoded";

/**
 * Leads a call past every check before anything is used up: limits, version, who it is, their limit, the body. So whatever
 * is refused here, and a 429 above all, has cost the caller nothing.
 */
export function callEndpoint(
  work: (call: Call, context: Context) => Outcome,
  options: CallOptions = {},
): Endpoint {
  return async (request, context) => {
    const request_id = randomId();
    const run = (): Outcome => attempt(request, request_id, context, work);
    const outcome = await guarded(run, request, request_id, context, options.outcome_unknown);
    return tell(outcome, request, request_id, context);
  };
}

interface CallOptions {
  /** The response when the database was unavailable and the write may have been committed all the same. */
  readonly outcome_unknown?: WorkspaceError;
}

async function attempt(
  request: Request,
  request_id: string,
  context: Context,
  work: (call: Call, context: Context) => Outcome,
): Outcome {
  const integration = await admit(request, context);
  if (!integration.ok) return integration;
  const body = readBody(request, context);
  if (!body.ok) return body;
  const { received_at_ms } = request;
  const call = { integration: integration.value, body: body.value, request_id, received_at_ms };
  return work(call, context);
}

/**
 * Turns a throw into a response: 500 for a bug, 503 for the database. The caller is invited to try again only if nothing was
 * used up, or if trying again is harmless.
 */
export async function guarded(
  work: () => Outcome,
  request: Request,
  request_id: string,
  context: Context,
  outcome_unknown: WorkspaceError = refusals.temporarily_unavailable,
): Outcome {
  try {
    return await work();
  } catch (error) {
    const responses: Record<Failure, WorkspaceError> = {
      bug: refusals.server_error,
      unavailable: refusals.temporarily_unavailable,
      unknown: outcome_unknown,
    };
    return err(responses[noteFailure(error, request, request_id, context)]);
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
  { config, server_metrics }: Context,
): Result<RequestBody, WorkspaceError> {
  if (Buffer.byteLength(body) > config[BODY_BYTES]) {
    server_metrics.limit_hits.with({ limit: BODY_BYTES }).add();
    return err(bodyTooLarge(config[BODY_BYTES]));
  }
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

/** Writes an outcome down for the caller, and for the log. */
export function tell(
  outcome: Awaited<Outcome>,
  request: Pick<Request, "method" | "path">,
  request_id: string,
  context: Context,
): Response {
  logCall(request, request_id, outcome.ok ? undefined : outcome.error.code, context);
  if (outcome.ok) return describeWorkspaceSuccess(outcome.value);
  const envelope = context.config["workspace.error_envelope"];
  const { code: error, description: error_description } = outcome.error;
  return {
    ...describeWorkspaceError(outcome.error, { envelope, request_id }),
    note: { error: { error, error_description } },
  };
}

/** The few words about a call that can hold no secret. */
export function logCall(
  { method, path }: Pick<Request, "method" | "path">,
  requestId: string,
  code: string | undefined,
  { log }: Context,
): void {
  log.info("workspace request", { method, path, ...(code !== undefined && { code }), requestId });
}
