/** RFC 6749 §6, RFC 9700 §4.14: refresh tokens with rotation and replay detection. */

import { audienceMatches } from "./audience.ts";
import { isSameKey, mayRefresh } from "./binding/confirmation.ts";
import type { TokensToIssue } from "./authorization-code-grant.ts";
import type { AuthenticatedClient } from "./client.ts";
import { allowsIdToken, belongsTo, type Grant, type GrantToken } from "./grant.ts";
import { type OAuthError, quote } from "./oauth-error.ts";
import {
  parseScope,
  scopeMalformed,
  scopeMatches,
  type ScopeRejection,
  type ScopeStrategy,
} from "./scope.ts";

/** The client that presents the token, and the scope it requests. */
export interface RefreshRequest {
  readonly client: AuthenticatedClient;
  /** As sent, with spaces between the scopes. */
  readonly scope: string | undefined;
}

/** The settings and the time that apply. */
export interface RefreshFacts {
  readonly scope_strategy: ScopeStrategy;
  /** Unix seconds. */
  readonly now: number;
  /** The same time in milliseconds. */
  readonly now_ms: number;
}

/** The decision about a refresh token. */
export type RefreshDecision =
  /** Carried out by a compare-and-swap of the grant to its next generation; a request that fails there decides again. */
  | { readonly kind: "rotate"; readonly grant: Grant; readonly issue: TokensToIssue }
  /** The response may have been lost: the tokens of the current generation are returned again, and nothing changes. */
  | { readonly kind: "repeat"; readonly grant: Grant; readonly issue: TokensToIssue }
  | { readonly kind: "reject"; readonly rejection: RefreshRejection }
  /** The token was replayed: two parties have it, so all tokens of the grant are revoked (RFC 9700 §4.14.2). */
  | {
      readonly kind: "revoke_grant";
      readonly grant_id: string;
      readonly rejection: RefreshRejection;
    };

/** Why a refresh token is rejected. */
export type RefreshRejection =
  | ScopeRejection
  | { readonly reason: "token_unknown" }
  | { readonly reason: "issued_to_another_client"; readonly issued_to: string }
  | { readonly reason: "grant_revoked"; readonly revoked_at: number }
  | { readonly reason: "refresh_key_mismatch" }
  | { readonly reason: "repeat_key_mismatch" }
  | { readonly reason: "token_replayed"; readonly generation: number; readonly present: number }
  | { readonly reason: "token_expired"; readonly expires_at: number }
  | { readonly reason: "scope_withdrawn"; readonly scope: string }
  | { readonly reason: "audience_withdrawn"; readonly audience: string }
  | { readonly reason: "scope_not_granted"; readonly scope: string };

/** How long a spent token returns the same tokens again, for a client that did not receive the response. */
export const REPEAT_MS = 10_000;

/** Decides about a refresh token. The new tokens have the granted scope, even if the request names a narrower one. */
export function decideRefresh(
  token: GrantToken,
  grant: Grant | undefined,
  { client, scope }: RefreshRequest,
  { scope_strategy, now, now_ms }: RefreshFacts,
): RefreshDecision {
  if (grant === undefined) return reject({ reason: "token_unknown" });
  if (!belongsTo(grant, client)) {
    // Otherwise one client could revoke the grants of another.
    return reject({ reason: "issued_to_another_client", issued_to: grant.client_id });
  }
  const { grant_id, generation: current, revoked_at } = grant;
  if (revoked_at !== undefined) return reject({ reason: "grant_revoked", revoked_at });

  // Without consequences: a thief who has the token without its key gets nothing, and cannot sign the user out either.
  if (!mayRefresh(grant.cnf, client)) return reject({ reason: "refresh_key_mismatch" });

  const { generation, expires_at } = token;
  // Issued after the backup from which the database was restored.
  if (generation > current) return reject({ reason: "token_unknown" });
  const isSpent = generation < current;
  const isRepeat = generation === current - 1 && now_ms - grant.generation_at_ms <= REPEAT_MS;
  if (isSpent && !isRepeat) {
    const rejection = { reason: "token_replayed", generation, present: current } as const;
    return { kind: "revoke_grant", grant_id, rejection };
  }
  // The tokens to be repeated are bound to the key that the first request proved.
  if (isRepeat && !isSameKey(grant.cnf, client.confirmation)) {
    return reject({ reason: "repeat_key_mismatch" });
  }
  if (!isSpent && expires_at <= now) return reject({ reason: "token_expired", expires_at });

  const rejection = verifyScope(grant, { client, scope }, scope_strategy);
  if (rejection !== undefined) return reject(rejection);
  const issue = { refresh_token: true, id_token: allowsIdToken(grant.scope) };
  return { kind: isSpent ? "repeat" : "rotate", grant, issue };
}

/** Checks that the client may still have what was granted, and that it requests no more. */
function verifyScope(
  grant: Grant,
  { client, scope: text = "" }: RefreshRequest,
  scope_strategy: ScopeStrategy,
): RefreshRejection | undefined {
  const withdrawn = grant.scope.find((name) => !scopeMatches(scope_strategy, client.scope, name));
  if (withdrawn !== undefined) return { reason: "scope_withdrawn", scope: withdrawn };
  const audience = grant.audience.find((name) => !audienceMatches(client.audience, name));
  if (audience !== undefined) return { reason: "audience_withdrawn", audience };

  const requested = parseScope(text);
  if (!requested.ok) return requested.error;
  const scope = requested.value.find((name) => !scopeMatches(scope_strategy, grant.scope, name)); // §6
  return scope === undefined ? undefined : { reason: "scope_not_granted", scope };
}

function reject(rejection: RefreshRejection): RefreshDecision {
  return { kind: "reject", rejection };
}

/** RFC 6749 §5.2: the error response. */
export function describeRefreshRejection(rejection: RefreshRejection): OAuthError {
  return { ...describeReason(rejection), reason: rejection.reason };
}

function describeReason(rejection: RefreshRejection): OAuthError {
  switch (rejection.reason) {
    case "token_unknown":
    case "issued_to_another_client":
      return invalidGrant("The refresh_token is invalid, or was issued to another client.");
    case "grant_revoked":
      return invalidGrant("The refresh_token was revoked. The user must sign in again.");
    case "refresh_key_mismatch":
      return invalidGrant(
        "The refresh_token is bound to a key. Prove the key with which it was issued.",
      );
    case "repeat_key_mismatch":
      return invalidGrant(
        "The refresh_token was just used with another key. Use the tokens of that response.",
      );
    case "token_replayed":
      return invalidGrant(
        "The refresh_token was already used, so all tokens of its grant were revoked. The user must sign in again.",
      );
    case "token_expired":
      return invalidGrant("The refresh_token has expired. The user must sign in again.");
    case "scope_malformed":
      return invalidScope(scopeMalformed);
    case "scope_withdrawn":
      return invalidScope(
        `The client may no longer request the scope ${quote(rejection.scope)}. Add it to the client's scope, or ask the user again.`,
      );
    case "scope_not_granted":
      return invalidScope(
        `The scope ${quote(rejection.scope)} was not granted. Request only scopes of the original grant.`,
      );
    case "audience_withdrawn":
      return {
        error: "invalid_request",
        error_description: `The client may no longer request the audience ${quote(rejection.audience)}. Add it to the client's audience, or ask the user again.`,
      };
  }
}

function invalidGrant(error_description: string): OAuthError {
  return { error: "invalid_grant", error_description };
}

function invalidScope(error_description: string): OAuthError {
  return { error: "invalid_scope", error_description };
}
