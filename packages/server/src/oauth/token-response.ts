import type { OAuth2TokenResponse } from "@latchkey/api";

/** What has just been issued. */
export interface IssuedTokens {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: readonly string[];
  readonly refresh_token?: string;
  readonly id_token?: string;
}

/** RFC 6749 §5.1: the token response. The scope is always included, even where it is the requested one. */
export function describeTokens(issued: IssuedTokens): OAuth2TokenResponse {
  return { ...issued, token_type: "bearer", scope: issued.scope.join(" ") };
}
