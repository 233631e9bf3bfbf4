import type { WorkspaceError } from "./workspace-error.ts";

/** Seconds. */
const RETRY_AFTER = 5;

/**
 * Every refusal that depends on nothing but its cause. Whether a code or token is unknown, expired, revoked or somebody
 * else's is told in one sentence, so that nobody can find out by asking.
 */
export const refusals = {
  credentials_missing: invalidClient(
    "The integration must authenticate with HTTP Basic: the base64 of client_id:client_secret.",
  ),
  credentials_wrong: invalidClient("There is no integration with this client_id and secret."),
  body_malformed: invalidRequest("The body must be a JSON object."),
  content_type_unsupported: invalidRequest(
    "The body must be JSON: send it with Content-Type: application/json.",
  ),
  parameter_repeated: invalidRequest("Each parameter of the form may be sent only once."),
  client_id_contradicted: invalidRequest(
    "The client_id of the body is not the one of the Authorization header.",
  ),
  grant_type_unknown: oauth(
    "unsupported_grant_type",
    400,
    "The grant_type must be authorization_code or refresh_token.",
  ),
  grant_type_forbidden: oauth(
    "unauthorized_client",
    400,
    "Internal integrations have a token of their own and use no grant.",
  ),
  code_invalid: invalidGrant("The code is unknown, expired or revoked."),
  code_used: invalidGrant("The code was used before. Each code is good once."),
  redirect_uri_missing: invalidRequest(
    "The code was asked for with a redirect_uri, so it must be sent again.",
  ),
  redirect_uri_mismatch: invalidGrant(
    "The redirect_uri must be the one that the code was asked for with.",
  ),
  code_verifier_mismatch: invalidGrant(
    "The code_verifier must be the one behind the code_challenge, and be sent only where there was one.",
  ),
  refresh_token_invalid: invalidGrant("The refresh token is unknown, expired or revoked."),
  refresh_token_used: invalidGrant("The refresh token was used before. Each is good once."),
  installation_gone: invalidGrant("The integration was disconnected from the workspace."),
  owner_gone: invalidGrant("The person who installed the integration left the workspace."),
  capabilities_changed: invalidGrant(
    "The capabilities of the integration changed, so it must be authorized again.",
  ),
  server_error: oauth("server_error", 500, "Something went wrong on our side."),
  temporarily_unavailable: {
    ...oauth(
      "temporarily_unavailable",
      503,
      "The service cannot use its database right now. Nothing was used up.",
    ),
    retry_after: RETRY_AFTER,
  },
  /** Without Retry-After: the grant may be used up, so the caller must look before it sends the request again. */
  token_outcome_unknown: oauth(
    "server_error",
    503,
    "It is not known whether the code or refresh token was used. Introspect your tokens before you send it again.",
  ),
  /** RFC 7009 §2.2.1: revoking twice is harmless. */
  revocation_outcome_unknown: {
    ...oauth(
      "temporarily_unavailable",
      503,
      "It is not known whether the token was revoked. Send the request again.",
    ),
    retry_after: RETRY_AFTER,
  },
  version_missing: standard("missing_version", 400, "The header Service-Version must be sent."),
  path_unknown: standard("invalid_request_url", 400, "There is nothing at this path."),
  token_invalid: {
    ...standard("unauthorized", 401, "The access token is missing, unknown, expired or revoked."),
    www_authenticate: 'Bearer realm="workspace-api"', // RFC 6750 §3
  },
} satisfies Record<string, WorkspaceError>;

/** A member that must be there. Empty and null count as absent. */
export function memberMissing(member: string): WorkspaceError {
  return invalidRequest(`The member ${member} is required.`);
}

/** A member of the wrong kind, or too long. */
export function memberMalformed(member: string, expected: string): WorkspaceError {
  return invalidRequest(`The member ${member} must be ${expected}.`);
}

/** A body over the limit. */
export function bodyTooLarge(bytes: number): WorkspaceError {
  return { ...invalidRequest(`The body must have at most ${bytes} bytes.`), status: 413 };
}

/** A version that we do not speak. The values that we do are ours to tell. */
export function versionUnsupported(supported: readonly string[]): WorkspaceError {
  const message = `The header Service-Version must be one of: ${supported.join(", ")}.`;
  return standard("validation_error", 400, message);
}

/** A path that knows other methods. */
export function methodNotAllowed(allow: string): WorkspaceError {
  return { ...standard("invalid_request_url", 405, "The path knows another method."), allow };
}

/** Which limit was reached. */
export type RateLimitReason =
  | "public_api_request_rate_limit"
  | "public_api_endpoint_rate_limit"
  | "public_api_request_blocked";

/** Too many requests. None of them used anything up. */
export function rateLimited(
  rate_limit_reason: RateLimitReason,
  retry_after: number,
): WorkspaceError {
  return {
    ...standard("rate_limited", 429, "There were too many requests. Nothing was used up."),
    retry_after,
    additional_data: { rate_limit_reason, retry_after: String(retry_after) },
  };
}

function invalidRequest(description: string): WorkspaceError {
  return oauth("invalid_request", 400, description);
}

function invalidGrant(description: string): WorkspaceError {
  return oauth("invalid_grant", 400, description);
}

/** RFC 6749 §5.2: who may not come in is told how to. */
function invalidClient(description: string): WorkspaceError {
  const www_authenticate = 'Basic realm="workspace-api", charset="UTF-8"'; // RFC 7617 §2.1
  return { ...oauth("invalid_client", 401, description), www_authenticate };
}

function oauth(code: WorkspaceError["code"], status: number, description: string): WorkspaceError {
  return { code, status, description, envelope: "oauth" };
}

function standard(
  code: WorkspaceError["code"],
  status: number,
  description: string,
): WorkspaceError {
  return { code, status, description, envelope: "standard" };
}
