/** The errors of the workspace API. */

import type { Explanation } from "@latchkey/server/feature/rules";
import type { WorkspaceError } from "./workspace-error.ts";

/** Seconds. */
const RETRY_AFTER = 5;

/**
 * The errors without parameters; each has the name of its row as `reason`. A code or token that is unknown, expired, revoked or of another integration gets the same
 * error, so that the response reveals nothing about it.
 */
export const workspaceErrors = namedByRow({
  credentials_missing: invalidClient(
    "Client authentication is missing. Send the header Authorization: Basic with the base64 encoding of client_id:client_secret.",
  ),
  credentials_wrong: invalidClient("No integration has this client_id and client_secret."),
  body_malformed: invalidRequest("The body must be a JSON object."),
  content_type_unsupported: invalidRequest(
    "The body must be JSON. Send it with Content-Type: application/json.",
  ),
  parameter_repeated: invalidRequest("Send each parameter of the form only once."),
  client_id_contradicted: invalidRequest(
    "The client_id in the body differs from the one in the Authorization header.",
  ),
  grant_type_unknown: oauth(
    "unsupported_grant_type",
    400,
    "The grant_type must be authorization_code or refresh_token.",
  ),
  grant_type_forbidden: oauth(
    "unauthorized_client",
    400,
    "An internal integration cannot use the token endpoint. Use the access token it was created with.",
  ),
  code_invalid: invalidGrant("The code is invalid, expired or revoked. Authorize again."),
  code_used: invalidGrant("The code was already used. A code can be redeemed only once."),
  redirect_uri_missing: invalidRequest(
    "The redirect_uri is missing. Send the same one as in the authorization request.",
  ),
  redirect_uri_mismatch: invalidGrant(
    "The redirect_uri must be the same as in the authorization request.",
  ),
  redirect_uri_withdrawn: invalidGrant(
    "The code was sent to a redirect URI that the integration no longer has. Authorize again.",
  ),
  code_verifier_mismatch: invalidGrant(
    "The code_verifier does not match the code_challenge. Send it only if the authorization request had a code_challenge.",
  ),
  refresh_token_invalid: invalidGrant(
    "The refresh_token is invalid, expired or revoked. Authorize again.",
  ),
  refresh_token_used: invalidGrant(
    "The refresh_token was already used. A refresh token can be used only once.",
  ),
  installation_gone: invalidGrant("The integration was disconnected from the workspace."),
  owner_gone: invalidGrant("The user who installed the integration left the workspace."),
  capabilities_changed: invalidGrant(
    "The capabilities of the integration changed. Authorize again.",
  ),
  server_error: oauth("server_error", 500, "The server failed to process the request."),
  temporarily_unavailable: {
    ...oauth(
      "temporarily_unavailable",
      503,
      "The database is not available. No code or token was spent; try again later.",
    ),
    retry_after: RETRY_AFTER,
  },
  /** Without Retry-After: the code or token may be spent, so the client must check before it repeats the request. */
  token_outcome_unknown: oauth(
    "server_error",
    503,
    "It is unknown whether the code or refresh token was used. Introspect your tokens before you repeat the request.",
  ),
  /** RFC 7009 §2.2.1: a client may repeat a revocation. */
  revocation_outcome_unknown: {
    ...oauth(
      "temporarily_unavailable",
      503,
      "It is unknown whether the token was revoked. Repeat the request.",
    ),
    retry_after: RETRY_AFTER,
  },
  path_unknown: standard("invalid_request_url", 400, "No endpoint has this path."),
  token_invalid: {
    ...standard("unauthorized", 401, "The access token is missing, invalid, expired or revoked."),
    www_authenticate: 'Bearer realm="workspace-api"', // RFC 6750 §3
  },
});

/** What the inspector says about them. Those that OAuth has by the same name are explained as there. */
export const workspaceExplanations = {
  credentials_wrong: {
    reference: "RFC 6749 §5.2",
    fix: "Check the client_id and client_secret of the integration.",
  },
  code_used: { reference: "RFC 6749 §4.1.2", fix: "Redeem each code once." },
  code_invalid: {
    reference: "RFC 6749 §5.2",
    fix: "Send the code exactly as it was received, before it expires.",
  },
  refresh_token_invalid: {
    reference: "RFC 6749 §5.2",
    fix: "Send the user through the authorization again.",
  },
  refresh_token_used: {
    reference: "RFC 9700 §4.14.2",
    fix: "Store the newest refresh token and use each one once.",
  },
} satisfies Partial<Record<keyof typeof workspaceErrors, Explanation>>;

/** A required field. Empty and null count as absent. */
export function fieldMissing(field: string): WorkspaceError {
  return invalidRequest(`The field ${field} is required.`);
}

/** A field of the wrong type, or too long. */
export function fieldMalformed(field: string, expected: string): WorkspaceError {
  return invalidRequest(`The field ${field} must be ${expected}.`);
}

/** A body over the limit. */
export function bodyTooLarge(bytes: number): WorkspaceError {
  return requestTooLarge(`The body must have at most ${bytes} bytes.`);
}

/** A request over another limit, which the description names. */
export function requestTooLarge(description: string): WorkspaceError {
  return { ...invalidRequest(description), status: 413 };
}

/** No version. */
export function versionMissing(supported: readonly string[]): WorkspaceError {
  const versions = supported.length === 1 ? supported.join("") : `one of ${supported.join(", ")}`;
  return standard(
    "missing_version",
    400,
    `The header Service-Version is missing: send ${versions}.`,
  );
}

/** A version that is not supported. */
export function versionUnsupported(supported: readonly string[]): WorkspaceError {
  const message = `The header Service-Version must be one of: ${supported.join(", ")}.`;
  return standard("validation_error", 400, message);
}

/** A request target that is not a path. */
export function malformedTarget(description: string): WorkspaceError {
  return standard("invalid_request_url", 400, description);
}

/** A path with other methods. */
export function methodNotAllowed(allow: string): WorkspaceError {
  return {
    ...standard("invalid_request_url", 405, "The path does not support this method."),
    allow,
  };
}

/** Which limit was reached. */
export type RateLimitReason =
  | "public_api_request_rate_limit"
  | "public_api_endpoint_rate_limit"
  | "public_api_request_blocked";

/** Too many requests. They spent no code or token. */
export function rateLimited(
  rate_limit_reason: RateLimitReason,
  retry_after: number,
): WorkspaceError {
  return {
    ...standard("rate_limited", 429, "Too many requests. No code or token was spent."),
    retry_after,
    additional_data: { rate_limit_reason, retry_after: String(retry_after) },
  };
}

function namedByRow<Errors extends Readonly<Record<string, WorkspaceError>>>(
  errors: Errors,
): Errors {
  const rows = Object.entries(errors).map(([reason, error]) => [reason, { ...error, reason }]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The same rows, each with one more field.
  return Object.fromEntries(rows) as Errors;
}

function invalidRequest(description: string): WorkspaceError {
  return oauth("invalid_request", 400, description);
}

function invalidGrant(description: string): WorkspaceError {
  return oauth("invalid_grant", 400, description);
}

/** RFC 6749 §5.2: with the `WWW-Authenticate` header. */
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
