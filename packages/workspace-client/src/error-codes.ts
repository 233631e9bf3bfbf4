/** Codes of OAuth errors, in either envelope. */
export const oauthErrorCodes = [
  "invalid_request", // RFC 6749 §5.2
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "access_denied", // RFC 6749 §4.1.2.1
  "unsupported_response_type",
  "server_error",
  "temporarily_unavailable",
] as const;

/** Codes of service errors that the OAuth endpoints can return. */
export const serviceErrorCodes = [
  "invalid_json",
  "invalid_request_url",
  "invalid_beta",
  "validation_error",
  "missing_version",
  "unauthorized",
  "restricted_resource",
  "object_not_found",
  "conflict_error",
  "rate_limited",
  "internal_server_error",
  "bad_gateway",
  "service_unavailable",
  "database_connection_unavailable",
  "gateway_timeout",
  "service_overload",
] as const;

/** An error code of the OAuth endpoints. */
export type OAuthErrorCode = (typeof oauthErrorCodes)[number];

/** An error code of the other endpoints. */
export type ServiceErrorCode = (typeof serviceErrorCodes)[number];

/** Returns the code if it is known. Unknown codes are never printed, because the server could put anything into them. */
export function knownCode<Code extends string>(
  codes: readonly Code[],
  received: string,
): Code | undefined {
  return codes.find((code) => code === received);
}
