/** CAEP Interoperability Profile §2.7: who may manage a stream, and read it. */

import { streamScopes } from "@latchkey/api";
import { isActive } from "../../../oauth/access-token.ts";
import type { BearerRejection } from "../../../oauth/bearer-token.ts";
import type { Client } from "../../../oauth/client.ts";
import type { AccessToken } from "../../../oauth/access-token.ts";
import type { GrantedToken } from "../../../oauth/grant.ts";
import { type ScopeStrategy, scopeMatches } from "../../../oauth/scope.ts";
import { err, ok, type Result } from "../../../result.ts";

interface AuthorizationFacts {
  readonly needs: keyof typeof streamScopes;
  readonly scope_strategy: ScopeStrategy;
  readonly issuer: string;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * The client that a token lets manage or read its stream. It must be a token that the client got for itself: one that a user
 * granted may be in more hands.
 */
export function decideReceiver(
  token: AccessToken | GrantedToken | undefined,
  client: Client | undefined,
  { needs, scope_strategy, issuer, now }: AuthorizationFacts,
): Result<Client, BearerRejection> {
  if (token === undefined || client === undefined) return err({ reason: "token_inactive" });
  if ("grant" in token) return err({ reason: "token_of_user" });
  if (!isActive(token, client, now)) return err({ reason: "token_inactive" });
  if (token.subject !== token.client_id) return err({ reason: "token_of_user" });
  const { audience, scope } = token;
  if (audience.length > 0 && !audience.includes(issuer))
    return err({ reason: "token_for_other_audience" }); // RFC 8707 §3: an API must not be able to use its tokens here.
  const sufficient =
    needs === "read" ? [streamScopes.read, streamScopes.manage] : [streamScopes.manage];
  const isAllowed = sufficient.some((one) => scopeMatches(scope_strategy, scope, one));
  return isAllowed ? ok(client) : err({ reason: "scope_missing", scope: streamScopes[needs] });
}

/** Whether a client may have a stream at all. */
export function mayHaveStream(client: Client, scope_strategy: ScopeStrategy): boolean {
  return Object.values(streamScopes).some((one) => scopeMatches(scope_strategy, client.scope, one));
}
