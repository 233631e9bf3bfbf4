import type { JsonObject } from "@latchkey/api";
import type { AccessToken } from "./access-token.ts";

/** What an access token says of itself when it is a JWT: the contract's claims, which are older than RFC 9068. */
export interface JwtAccessTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: readonly string[];
  readonly client_id: string;
  readonly scp: readonly string[];
  /** What the consent provider wants resource servers to know. */
  readonly ext: JsonObject;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly jti: string;
}

/** The claims of a token that is about to be signed, and so has no signature to be found by yet. */
export function describeJwtAccessToken(
  token: Omit<AccessToken, "signature" | "client_epoch">,
  {
    issuer,
    jti,
    ext = {},
  }: { readonly issuer: string; readonly jti: string; readonly ext?: JsonObject },
): JwtAccessTokenClaims {
  return {
    iss: issuer,
    sub: token.subject,
    aud: token.audience,
    client_id: token.client_id,
    scp: token.scope,
    ext,
    iat: token.issued_at,
    nbf: token.issued_at,
    exp: token.expires_at,
    jti,
  };
}
