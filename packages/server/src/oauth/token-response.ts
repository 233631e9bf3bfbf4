/** RFC 6749 §5.1: the response of the token endpoint. */

import type { OAuth2TokenResponse } from "@latchkey/api";

/** The tokens that were issued. */
export interface IssuedTokens {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: readonly string[];
  readonly refresh_token?: string;
  readonly id_token?: string;
  /** Bearer if it is absent. */
  readonly token_type?: "Bearer" | "DPoP";
}

/** The response. The scope is always included, even if it is the requested one. */
export function describeTokenResponse(issued: IssuedTokens): OAuth2TokenResponse {
  return {
    ...issued,
    token_type: issued.token_type === "DPoP" ? "DPoP" : "bearer",
    scope: issued.scope.join(" "),
  };
}
