/** OpenID Connect Core §5.3: what a client may learn of the person behind an access token. */

import type { UserinfoResponse } from "@latchkey/api";
import { type AccessToken, isActive } from "../oauth/access-token.ts";
import type { BearerRejection } from "../oauth/bearer-token.ts";
import type { Client } from "../oauth/client.ts";
import { type GrantedToken, isGrantedTokenActive } from "../oauth/grant.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import { describePerson } from "./id-token.ts";

/** What the token is held against. */
export interface UserinfoFacts {
  readonly issuer: string;
  /** Whether to say when the client asked. */
  readonly rat?: boolean;
  /** Unix seconds. */
  readonly now: number;
}

/** The claims about the person, as the client knows them. A signed answer adds a `jti` and an `iat` of its own. */
export function decideUserinfo(
  token: AccessToken | GrantedToken | undefined,
  client: Client | undefined,
  { issuer, now, rat }: UserinfoFacts,
): Result<UserinfoResponse, BearerRejection> {
  if (token === undefined) return err({ reason: "token_inactive" });
  if (!("grant" in token)) {
    const isGood = isActive(token, client, now);
    return err({ reason: isGood ? "token_without_user" : "token_inactive" });
  }
  if (token.token_use !== "access_token" || !isGrantedTokenActive(token, client, now)) {
    return err({ reason: "token_inactive" });
  }
  const { id_token, userinfo } = token.grant.session;
  const person = describePerson(token.grant, { ...id_token, ...userinfo }, { issuer, rat });
  return ok({ ...person, iat: token.token.issued_at });
}
