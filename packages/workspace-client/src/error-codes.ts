/** The codes that make a refusal an OAuth error, whichever envelope brings them. */
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

/** The codes of the service itself, as far as its routes for OAuth can send them. */
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

/** One of the ten codes an OAuth client can act on. */
export type OAuthErrorCode = (typeof oauthErrorCodes)[number];

/** One of the service's own codes. */
export type ServiceErrorCode = (typeof serviceErrorCodes)[number];

/** Finds a code among those known, letter for letter. What a server made up is not found, and so never shown. */
export function knownCode<Code extends string>(
  codes: readonly Code[],
  received: string,
): Code | undefined {
  return codes.find((code) => code === received);
}
