/** OpenID Connect Core §5.3: the userinfo response. */

import type { UserinfoResponse } from "@latchkey/api";
import { type AccessToken, isActive } from "../oauth/access-token.ts";
import type { BearerRejection } from "../oauth/bearer-token.ts";
import type { Client } from "../oauth/client.ts";
import { allowsIdToken, type GrantedToken, isGrantedTokenActive } from "../oauth/grant.ts";
import { err, ok, type Result } from "../result.ts";
import { describeUserClaims } from "./id-token.ts";

/** The settings and the time that apply. */
export interface UserinfoFacts {
  readonly issuer: string;
  /** Whether to add `rat`, the time of the authorization request. */
  readonly rat?: boolean;
  /** Unix seconds. */
  readonly now: number;
}

/** The claims about the user of an access token. A signed response adds its own `jti` and `iat`. */
export function decideUserinfo(
  token: AccessToken | GrantedToken | undefined,
  client: Client | undefined,
  { issuer, now, rat }: UserinfoFacts,
): Result<UserinfoResponse, BearerRejection> {
  if (token === undefined) return err({ reason: "token_inactive" });
  if (!("grant" in token)) {
    const isTokenActive = isActive(token, client, now);
    return err({ reason: isTokenActive ? "token_without_user" : "token_inactive" });
  }
  if (token.token_use !== "access_token" || !isGrantedTokenActive(token, client, now)) {
    return err({ reason: "token_inactive" });
  }
  // RFC 8707 §3: an API must not be able to use the token elsewhere.
  if (token.token.narrowing !== undefined && !allowsIdToken(token.grant.scope)) {
    return err({ reason: "token_for_an_api" });
  }
  const { id_token, userinfo } = token.grant.session;
  const claims = describeUserClaims(token.grant, { ...id_token, ...userinfo }, { issuer, rat });
  return ok({ ...claims, iat: token.token.issued_at });
}

/** §5.3.2: `iss` and `aud` belong to a signed response, as does `iat`; they are no claims about the user. */
export function withoutResponseClaims(claims: UserinfoResponse): UserinfoResponse {
  const { iss: _iss, aud: _aud, iat: _iat, ...about_user } = claims;
  return about_user;
}
