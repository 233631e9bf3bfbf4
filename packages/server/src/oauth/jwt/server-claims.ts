/**
 * RFC 8725 §2.8: the claims that only the server may set. They say what kind of token it is, for whom and by what, and verifiers
 * take them as said by the server: a consent app or a token hook must not supply one, even where the server leaves it out.
 */

import type { JsonObject } from "@latchkey/api";

/** The claims that a consent app or a token hook may set in ID tokens and userinfo. */
export function withoutServerClaims(claims: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(claims).filter(([name]) => !serverClaims.has(name) || openInIdTokens.has(name)),
  );
}

/** Ory Hydra lets consent apps set these there, and apps that move from it may read them. */
export const openInIdTokens: ReadonlySet<string> = new Set([
  "azp",
  "nbf",
  "client_id",
  "scope",
  "scp",
]);

/** Their names. */
export const serverClaims: ReadonlySet<string> = new Set(
  [
    "iss sub aud exp nbf iat jti", // RFC 7519 §4.1
    "auth_time nonce acr amr azp at_hash c_hash", // OpenID Connect Core §2, §3.3.2.11
    "sid", // OpenID Connect Front-Channel Logout §3
    "s_hash", // FAPI 1.0 Advanced §5.2.2.1: verifiers compare it with the `state`
    "rat", // Ory Hydra: when the authorization was requested
    "client_id scope scp", // RFC 9068 §2.2
    "cnf act may_act authorization_details", // RFC 7800 §3.1, RFC 8693 §4, RFC 9396 §9
    "events", // RFC 8417 §2.2: with it, an ID token passes as a logout token, and no longer as a hint
    "token_introspection", // RFC 9701 §5
    "ends_with", // Of exchanged access tokens: what ends them
  ].flatMap((names) => names.split(" ")),
);
