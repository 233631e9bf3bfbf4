/** RFC 6749 §6, RFC 9700 §4.14: a refresh token becomes the next one, and a copy of it betrays itself. */

import { audienceMatches } from "./audience.ts";
import type { TokensToIssue } from "./authorization-code-grant.ts";
import type { AuthenticatedClient } from "./client.ts";
import { allowsIdToken, belongsTo, type Grant, type GrantToken } from "./grant.ts";
import { type OAuthError, quote } from "./oauth-error.ts";
import { parseScope, scopeMatches, type ScopeRejection, type ScopeStrategy } from "./scope.ts";

/** Who shows the token, and what they want for it. */
export interface RefreshRequest {
  readonly client: AuthenticatedClient;
  /** As sent: words with spaces between. */
  readonly scope: string | undefined;
}

/** What a token is held against. */
export interface RefreshFacts {
  readonly scope_strategy: ScopeStrategy;
  /** Unix seconds. */
  readonly now: number;
  /** The same moment in milliseconds. */
  readonly now_ms: number;
}

/** What comes of showing a refresh token. */
export type RefreshDecision =
  /** To be carried out by moving the grant on by one generation. Whoever fails at that decides again. */
  | { readonly kind: "rotate"; readonly grant: Grant; readonly issue: TokensToIssue }
  /** The answer got lost on its way: the tokens of the present generation are told again, and nothing changes. */
  | { readonly kind: "repeat"; readonly grant: Grant; readonly issue: TokensToIssue }
  | { readonly kind: "reject"; readonly rejection: RefreshRejection }
  /** Two parties hold the same token, and one of them is a thief. */
  | {
      readonly kind: "revoke_grant";
      readonly grant_id: string;
      readonly rejection: RefreshRejection;
    };

/** Why there is no next token. */
export type RefreshRejection =
  | ScopeRejection
  | { readonly reason: "token_unknown" }
  | { readonly reason: "issued_to_another_client"; readonly issued_to: string }
  | { readonly reason: "grant_revoked"; readonly revoked_at: number }
  | { readonly reason: "token_replayed"; readonly generation: number; readonly present: number }
  | { readonly reason: "token_expired"; readonly expires_at: number }
  | { readonly reason: "scope_withdrawn"; readonly scope: string }
  | { readonly reason: "audience_withdrawn"; readonly audience: string }
  | { readonly reason: "scope_not_granted"; readonly scope: string };

/** How long a client whose answer got lost may ask for it again. */
export const REPEAT_MS = 10_000;

/** Decides what a refresh token is good for. The scope stays what was granted; asking for less does not narrow it. */
export function decideRefresh(
  token: GrantToken,
  grant: Grant | undefined,
  { client, scope }: RefreshRequest,
  { scope_strategy, now, now_ms }: RefreshFacts,
): RefreshDecision {
  if (grant === undefined) return reject({ reason: "token_unknown" });
  if (!belongsTo(grant, client)) {
    // A stranger's replay revokes nothing.
    return reject({ reason: "issued_to_another_client", issued_to: grant.client_id });
  }
  const { grant_id, generation: present, revoked_at } = grant;
  if (revoked_at !== undefined) return reject({ reason: "grant_revoked", revoked_at });

  const { generation, expires_at } = token;
  // From a future that a restored backup knows nothing of.
  if (generation > present) return reject({ reason: "token_unknown" });
  const isSpent = generation < present;
  const isRepeat = generation === present - 1 && now_ms - grant.generation_at_ms <= REPEAT_MS;
  if (isSpent && !isRepeat) {
    const rejection = { reason: "token_replayed", generation, present } as const;
    return { kind: "revoke_grant", grant_id, rejection };
  }
  if (!isSpent && expires_at <= now) return reject({ reason: "token_expired", expires_at });

  const rejection = objection(grant, { client, scope }, scope_strategy);
  if (rejection !== undefined) return reject(rejection);
  const issue = { refresh_token: true, id_token: allowsIdToken(grant.scope) };
  return { kind: isSpent ? "repeat" : "rotate", grant, issue };
}

/** What the client may no longer have, or never could. */
function objection(
  grant: Grant,
  { client, scope: text = "" }: RefreshRequest,
  scope_strategy: ScopeStrategy,
): RefreshRejection | undefined {
  const withdrawn = grant.scope.find((word) => !scopeMatches(scope_strategy, client.scope, word));
  if (withdrawn !== undefined) return { reason: "scope_withdrawn", scope: withdrawn };
  const audience = grant.audience.find((word) => !audienceMatches(client.audience, word));
  if (audience !== undefined) return { reason: "audience_withdrawn", audience };

  const wanted = parseScope(text);
  if (!wanted.ok) return wanted.error;
  const scope = wanted.value.find((word) => !scopeMatches(scope_strategy, grant.scope, word)); // §6
  return scope === undefined ? undefined : { reason: "scope_not_granted", scope };
}

function reject(rejection: RefreshRejection): RefreshDecision {
  return { kind: "reject", rejection };
}

/** RFC 6749 §5.2: what the client is told. */
export function describeRefreshRejection(rejection: RefreshRejection): OAuthError {
  return { ...tell(rejection), reason: rejection.reason };
}

function tell(rejection: RefreshRejection): OAuthError {
  switch (rejection.reason) {
    case "token_unknown":
    case "issued_to_another_client":
      return invalidGrant("The refresh token is not valid for this client.");
    case "grant_revoked":
      return invalidGrant("The refresh token was revoked.");
    case "token_replayed":
      return invalidGrant(
        "The refresh token was used before, so all tokens of its grant were revoked.",
      );
    case "token_expired":
      return invalidGrant("The refresh token expired.");
    case "scope_malformed":
      return invalidScope(
        "The scope must be words of ASCII letters, digits and punctuation, with spaces between.",
      );
    case "scope_withdrawn":
      return invalidScope(`The client may no longer have the scope ${quote(rejection.scope)}.`);
    case "scope_not_granted":
      return invalidScope(`The scope ${quote(rejection.scope)} was not granted.`);
    case "audience_withdrawn":
      return {
        error: "invalid_request",
        error_description: `The client may no longer have tokens for the audience ${quote(rejection.audience)}.`,
      };
  }
}

function invalidGrant(error_description: string): OAuthError {
  return { error: "invalid_grant", error_description };
}

function invalidScope(error_description: string): OAuthError {
  return { error: "invalid_scope", error_description };
}
