/** RFC 6749 §5.1: the response of the token endpoint. */

import type { JsonObject, OAuth2TokenResponse } from "@latchkey/api";

/** The tokens that were issued. */
export interface IssuedTokens {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: readonly string[];
  readonly refresh_token?: string;
  readonly id_token?: string;
  /** Bearer if it is absent. RFC 8693 §2.2.1: `N_A` for a token that is no access token. */
  readonly token_type?: "Bearer" | "DPoP" | "N_A";
  /** RFC 8693 §2.2.1: what was issued, in a token exchange. */
  readonly issued_token_type?: string;
  /** RFC 9396 §7: what the access token grants in detail. */
  readonly authorization_details?: readonly JsonObject[];
}

/** The response. The scope is always included, even if it is the requested one. */
export function describeTokenResponse(issued: IssuedTokens): OAuth2TokenResponse {
  const { token_type = "Bearer" } = issued;
  return {
    ...issued,
    token_type: token_type === "Bearer" ? "bearer" : token_type,
    scope: issued.scope.join(" "),
  };
}
