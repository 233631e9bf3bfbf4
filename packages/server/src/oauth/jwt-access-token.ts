import type { JsonObject } from "@latchkey/api";
import type { AccessToken } from "./access-token.ts";

/** The claims of a JWT access token: those of RFC 9068 §2.2, and `scp`, `ext` and `nbf`, which are older. */
export interface JwtAccessTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: readonly string[];
  readonly client_id: string;
  /** The scope as a list. */
  readonly scp?: readonly string[];
  /** RFC 9068 §2.2.3, RFC 8693 §4.2: the scope as one text. Absent where it is empty, which RFC 6749 §3.3 has no text for. */
  readonly scope?: string;
  /** What the consent provider wants resource servers to know. */
  readonly ext: JsonObject;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly jti: string;
}

/** A token that is about to be signed, and so has no signature to be found by yet. */
export type JwtAccessTokenSource = Omit<AccessToken, "signature" | "client_epoch">;

/** What the token itself does not say. */
export interface JwtAccessTokenFacts {
  readonly issuer: string;
  readonly jti: string;
  readonly ext?: JsonObject;
  /** Whether the scope is a list (`scp`), a text (`scope`) or both. */
  readonly scope_claim: "list" | "string" | "both";
}

/** The claims of an access token. */
export function describeJwtAccessToken(
  token: JwtAccessTokenSource,
  { issuer, jti, ext = {}, scope_claim }: JwtAccessTokenFacts,
): JwtAccessTokenClaims {
  return {
    iss: issuer,
    sub: token.subject,
    aud: token.audience,
    client_id: token.client_id,
    ...(scope_claim !== "string" && { scp: token.scope }),
    ...(scope_claim !== "list" && token.scope.length > 0 && { scope: token.scope.join(" ") }),
    ext,
    iat: token.issued_at,
    nbf: token.issued_at,
    exp: token.expires_at,
    jti,
  };
}
