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

/** RFC 6749 §5.1: the answer that carries tokens. The scope is always told, even where it is what was asked for. */
export function describeTokens(issued: IssuedTokens): OAuth2TokenResponse {
  return { ...issued, token_type: "bearer", scope: issued.scope.join(" ") };
}
