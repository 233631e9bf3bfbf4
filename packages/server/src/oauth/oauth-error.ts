/** RFC 6749 §5.2 and the RFCs that extend it: every error code of the server, with its HTTP status. */

import { explain, type Problem } from "@latchkey/api";

const statuses = {
  invalid_request: 400, // RFC 6749 §5.2
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  access_denied: 403, // RFC 6749 §4.1.2.1
  unsupported_response_type: 400,
  server_error: 500,
  temporarily_unavailable: 503,
  unsupported_response_mode: 400, // OAuth 2.0 Multiple Response Types §2.1
  login_required: 400, // OpenID Connect Core §3.1.2.6
  interaction_required: 400,
  consent_required: 400,
  invalid_request_uri: 400,
  invalid_request_object: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  registration_not_supported: 400,
  unmet_authentication_requirements: 400, // OpenID Connect Core Error Code unmet_authentication_requirements
  invalid_authorization_details: 400, // RFC 9396 §5
  invalid_token: 401, // RFC 6750 §3.1
  insufficient_scope: 403,
  invalid_target: 400, // RFC 8707 §2, RFC 8693 §2.2.2
  invalid_client_metadata: 400, // RFC 7591 §3.2.2
  invalid_redirect_uri: 400,
  invalid_software_statement: 400,
  unapproved_software_statement: 400,
  invalid_dpop_proof: 400, // RFC 9449 §5; 401 at a resource
  use_dpop_nonce: 400, // RFC 9449 §8
  authorization_pending: 400, // RFC 8628 §3.5
  slow_down: 400,
  expired_token: 400,
  unknown_user_id: 400, // OpenID CIBA Core §13
  invalid_binding_message: 400,
  jti_known: 400, // from here on: codes of this server's own API
  invalid_state: 400,
  insufficient_entropy: 400,
  request_unauthorized: 401,
  request_forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  request_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  tls_required: 502,
} as const;

/** A value of the `error` field. */
export type ErrorCode = keyof typeof statuses;

/** Every code, in the order of the table. */
export const errorCodes: readonly ErrorCode[] = Object.keys(statuses).filter(isErrorCode);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(statuses, value);
}

/** An error response. `debug` is only for operators. */
export interface OAuthError {
  readonly error: ErrorCode;
  readonly error_description: string;
  readonly debug?: string;
  /** Seconds after which the same request may succeed. Sent as the `Retry-After` header. */
  readonly retry_after?: number;
  /** The HTTP status, where it is another than that of the code. */
  readonly status?: number;
  /** The name of the reason, for the inspector. It is not sent. */
  readonly reason?: string;
}

/** RFC 6749 §5.2: the request is malformed. */
export function invalidRequest(error_description: string): OAuthError {
  return { error: "invalid_request", error_description };
}

/** RFC 6749 §5.2: the request lacks a required parameter. */
export function parameterMissing(name: string): OAuthError {
  return invalidRequest(`The parameter ${name} is missing.`);
}

/** RFC 6585 §4: a rate limit was exceeded. The sentence says which; `retry_after` is in seconds. */
export function tooManyRequests(sentence: string, retry_after: number): OAuthError {
  return {
    error: "too_many_requests",
    error_description: `${sentence} Try again in ${retry_after} seconds.`,
    retry_after,
  };
}

/** RFC 6749 §5.2: one error for all reasons, so that the response does not reveal which clients exist. */
export const authenticationFailed = {
  error: "invalid_client",
  description:
    "Client authentication failed. Check the client_id, the credentials and the authentication method.",
} as const;

export function statusOf(code: ErrorCode): number {
  return statuses[code];
}

/** RFC 6749 §5.2: at the token endpoint, a denial of the user has the status 400 as well. */
export function tokenErrorStatus(code: ErrorCode): number {
  return code === "access_denied" ? 400 : statuses[code];
}

/** Text of the request, quoted for an `error_description`: RFC 6749 §5.2 allows ASCII without quotes and backslashes. */
export function quote(text: string): string {
  const start = text.length > 120 ? `${text.slice(0, 120)}...` : text;
  return `'${start.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, "?")}'`;
}

/** The response to a body that does not fit its schema: the field, what it must be, and of which type it was. */
export function describeProblem(problem: Problem): OAuthError {
  const error_description =
    problem.aspect === "unknown"
      ? `The field ${quote(problem.field)} is unknown.` // The caller chose the name.
      : explain(problem);
  return invalidRequest(error_description);
}
