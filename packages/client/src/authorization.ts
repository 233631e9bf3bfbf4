/**
 * `Authorization` header value for client authentication: RFC 6749 §2.3.1.
 *
 * @example
 * ```ts
 * const { access_token } = await latchkey.oauth2Token(
 *   { grant_type: "client_credentials", scope: "photos.read" },
 *   { authorization: basic(CLIENT_ID, CLIENT_SECRET) },
 * );
 * ```
 */
export function basic(client_id: string, client_secret: string): string {
  // Form-encoding both first keeps colons unambiguous and the text ASCII.
  return `Basic ${btoa(`${formEncode(client_id)}:${formEncode(client_secret)}`)}`;
}

/**
 * `Authorization` header value for a bearer token: RFC 6750 §2.1.
 *
 * @example
 * ```ts
 * import { bearer } from "@latchkey/client";
 *
 * const user = await latchkey.userinfo({}, { authorization: bearer(ACCESS_TOKEN) });
 * ```
 */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** RFC 6749 Appendix B. */
function formEncode(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice("=".length);
}
