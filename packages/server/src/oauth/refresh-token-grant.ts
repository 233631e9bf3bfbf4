/** RFC 6749 §6, RFC 9700 §4.14: refresh tokens with rotation and replay detection, or without rotation (FAPI 2.0). */

import { isSameKey, mayRefresh } from "./binding/confirmation.ts";
import { redemptionRejections, type TokensToIssue } from "./authorization-code-grant.ts";
import { detailsRejections } from "./authorization-details/details-rejection.ts";
import { type NarrowingRequest, verifyNarrowing } from "./authorization-details/verify-details.ts";
import type { AuthenticatedClient } from "./client.ts";
import {
  allowsIdToken,
  belongsTo,
  type Grant,
  grantRevoked,
  type GrantToken,
  hasEnded,
} from "./grant.ts";
import { type GrantKey, keyOf } from "./grant-key.ts";
import { quote } from "./oauth-error.ts";
import { defineRejections, type RejectionOf } from "./rejection.ts";
import { selectResources, targetRejections } from "./resource/indicators.ts";
import type { Extent } from "./resource/narrowing.ts";
import { err, ok, type Result } from "../result.ts";
import { parseScope, scopeMatches, scopeRejections, type ScopeStrategy } from "./scope.ts";

/** The client that presents the token, and the scope and the APIs that it requests a token for. */
export interface RefreshRequest {
  readonly client: AuthenticatedClient;
  /** As sent, with spaces between the scopes. */
  readonly scope: string | undefined;
  /** RFC 8707 §2.2: the APIs that the access token is to be for; empty for all that were granted. */
  readonly resource: readonly string[];
  /** RFC 9396 §6: fewer details than were granted, for the access token. */
  readonly narrowing?: NarrowingRequest | undefined;
}

/** The settings and the time that apply. */
export interface RefreshFacts {
  /** Whether the access token has only the scopes that the request names. */
  readonly narrow_scope: boolean;
  /** Whether the refresh token is replaced. */
  readonly rotate: boolean;
  /** Milliseconds in which a spent token gets the same tokens again, for a client that did not receive the response. */
  readonly grace_ms: number;
  readonly scope_strategy: ScopeStrategy;
  /** Unix seconds. */
  readonly now: number;
  /** Milliseconds. Until a decision was carried out, token hooks may have taken longer than the grace period. */
  readonly arrived_at_ms: number;
  /** Milliseconds. The request may have arrived as early as that and waited, at a process that was paused. */
  readonly earliest_arrival_ms: number;
}

/** The decision about a refresh token. */
export type RefreshDecision =
  /** Carried out by a compare-and-swap of the grant to its next generation; a request that fails there decides again. */
  | ({ readonly kind: "rotate" } & Refreshed)
  /** FAPI 2.0: an access token beside those of the current generation. The client keeps its refresh token. */
  | ({ readonly kind: "renew"; readonly token: GrantToken } & Refreshed)
  /**
   * The response may have been lost: the tokens of the current generation are returned again, and it is made final. They may be
   * for another part of the grant than the first ones where `has_parts`.
   */
  | ({ readonly kind: "repeat"; readonly has_parts: boolean } & Refreshed)
  | { readonly kind: "reject"; readonly rejection: RefreshRejection }
  /** The token was replayed: two parties have it, so all tokens of the grant are revoked (RFC 9700 §4.14.2). */
  | {
      readonly kind: "revoke_grant";
      readonly key: GrantKey;
      readonly rejection: RefreshRejection;
    };

/** The tokens that the client gets. */
interface Refreshed {
  readonly grant: Grant;
  readonly issue: TokensToIssue;
  readonly extent: Extent;
}

/** Why a refresh token is rejected. */
type RefreshRejection = RejectionOf<typeof refreshRejections>;

/**
 * Decides about a refresh token. Whether the client may still have what was granted is checked afterwards, as for every grant
 * (`request/permissions.ts`). The new access token has the granted scope, even if the request names a narrower one, unless
 * `narrow_scope` is set. The new refresh token is always for the whole grant (§6).
 */
export function decideRefresh(
  token: GrantToken,
  grant: Grant | undefined,
  request: RefreshRequest,
  facts: RefreshFacts,
): RefreshDecision {
  const { client } = request;
  const { now, arrived_at_ms, earliest_arrival_ms, grace_ms } = facts;
  if (grant === undefined) return reject({ reason: "token_unknown" });
  if (!belongsTo(grant, client)) {
    // Otherwise one client could revoke the grants of another.
    return reject({ reason: "issued_to_another_client" });
  }
  const { generation: current, revoked_at } = grant;
  if (revoked_at !== undefined) return reject({ reason: "grant_revoked" });

  if (hasEnded(grant, now)) return reject({ reason: "grant_ended" });

  // Without consequences: a thief who has the token without its key gets nothing, and cannot sign the user out either.
  if (!mayRefresh(grant.cnf, client)) return reject({ reason: "refresh_key_mismatch" });

  const { generation, expires_at } = token;
  // Issued after the backup from which the database was restored.
  if (generation > current) return reject({ reason: "token_unknown" });
  const isSpent = generation < current;
  const isInGrace = grace_ms > 0 && arrived_at_ms - grant.generation_at_ms <= grace_ms;
  const isRepeat = generation === current - 1 && isInGrace;
  if (isSpent && !isRepeat) {
    // Other requests refreshed while this one waited for a token hook, or to be read: a lost race. There is nothing left to repeat.
    if (grace_ms > 0 && earliest_arrival_ms < grant.generation_at_ms)
      return reject({ reason: "refreshed_meanwhile" });
    const rejection = { reason: "token_replayed" } as const;
    return { kind: "revoke_grant", key: keyOf(grant), rejection };
  }
  // The tokens to be repeated are bound to the key that the first request proved.
  if (isRepeat && !isSameKey(grant.cnf, client.confirmation)) {
    return reject({ reason: "repeat_key_mismatch" });
  }
  if (!isSpent && expires_at <= now) return reject({ reason: "token_expired" });

  const scope = decideScope(grant, request, facts);
  if (!scope.ok) return reject(scope.error);
  const audience = selectResources(request.resource, grant.audience);
  if (!audience.ok) return reject(audience.error);
  const { narrowing } = request;
  const rejection = verifyNarrowing(narrowing, grant.session);
  if (rejection !== undefined) return reject(rejection);
  const issue = {
    refresh_token: true,
    id_token: allowsIdToken(grant.scope),
    ...(narrowing && { narrowed_details: narrowing.requested }),
  };
  const extent = {
    ...(scope.value && { scope: scope.value }),
    ...(audience.value && { audience: audience.value }),
  };
  const refreshed = { grant, issue, extent };
  if (isSpent) return { kind: "repeat", has_parts: hasParts(grant, facts), ...refreshed };
  return facts.rotate || hasOwnDetails(grant, request)
    ? { kind: "rotate", ...refreshed }
    : { kind: "renew", token, ...refreshed };
}

/** Whether access tokens of the grant can be for different parts of it. */
function hasParts({ audience, scope }: Grant, { narrow_scope }: RefreshFacts): boolean {
  return audience.length > 1 || (narrow_scope && scope.length > 1);
}

/** Fewer details than were granted belong to a generation: its access tokens would change if another one had more. */
function hasOwnDetails({ narrowed_details }: Grant, { narrowing }: RefreshRequest): boolean {
  return narrowed_details?.list !== undefined || narrowing !== undefined;
}

/** The scope of the access token, if the client requests no more than was granted. */
function decideScope(
  grant: Grant,
  { scope: text = "" }: RefreshRequest,
  { scope_strategy, narrow_scope }: RefreshFacts,
): Result<readonly string[] | undefined, RefreshRejection> {
  const requested = parseScope(text);
  if (!requested.ok) return requested;
  const excess = requested.value.find((name) => !scopeMatches(scope_strategy, grant.scope, name)); // §6
  if (excess !== undefined) return err({ reason: "scope_not_granted", scope: excess });
  if (!narrow_scope || requested.value.length === 0) return ok(undefined);
  // Of a granted pattern, the whole pattern: a token names what was granted.
  return ok(
    grant.scope.filter((name) =>
      requested.value.some((wanted) => scopeMatches(scope_strategy, [name], wanted)),
    ),
  );
}

function reject(rejection: RefreshRejection): RefreshDecision {
  return { kind: "reject", rejection };
}

const TOKEN_INVALID = "The refresh_token is invalid, or was issued to another client.";

/** RFC 6749 §5.2. */
export const refreshRejections = defineRejections("invalid_grant", {
  ...scopeRejections,
  ...targetRejections,
  token_unknown: {
    description: TOKEN_INVALID,
    because: "This server did not issue the refresh token, or has deleted it.",
    reference: "RFC 6749 §5.2",
    fix: "Send the refresh token exactly as it was received.",
  },
  issued_to_another_client: {
    ...redemptionRejections.issued_to_another_client,
    description: TOKEN_INVALID,
  },
  grant_revoked: {
    description: "The refresh_token was revoked. The user must sign in again.",
    ...grantRevoked,
  },
  grant_ended: {
    description: "What the user granted has come to its end. The user must sign in again.",
    because:
      "Grants of the client end some time after the consent, however often they are refreshed.",
    reference: "RFC 6749 §5.2",
    fix: "Send the user through the authorization again. The setting ttl.grant and the client's grant_lifespan say how long a grant is valid.",
  },
  refresh_key_mismatch: {
    description: "The refresh_token is bound to a key. Prove the key with which it was issued.",
    reference: "RFC 9449 §5",
    fix: "Store the key with the refresh token. If the application does, the refresh token was stolen.",
  },
  repeat_key_mismatch: {
    description:
      "The refresh_token was just used with another key. Use the tokens of that response.",
    reference: "RFC 9449 §5",
    fix: "Refresh in one place, and share the new tokens together with their key.",
  },
  token_replayed: {
    description:
      "The refresh_token was already used, so all tokens of its grant were revoked. The user must sign in again.",
    reference: "RFC 9700 §4.14.2",
    fix: "Store the newest refresh token and use each one once. If the application does, a refresh token was stolen.",
  },
  refreshed_meanwhile: {
    description: "Other requests refreshed the tokens meanwhile. Use the newest refresh_token.",
    because:
      "While the request waited for the token hook, other requests of the client refreshed the tokens more than once. Its refresh token was valid when it arrived, so nothing was revoked.",
    fix: "Let one process of the application refresh at a time, and use the newest refresh token.",
  },
  token_expired: {
    description: "The refresh_token has expired. The user must sign in again.",
    reference: "RFC 6749 §5.2",
    fix: "Send the user through the authorization again.",
  },
  scope_not_granted: {
    error: "invalid_scope",
    description: ({ scope }: { scope: string }) =>
      `The scope ${quote(scope)} was not granted. Request only scopes of the original grant.`,
    reference: "RFC 6749 §6",
    fix: "Request only scopes of the original grant.",
  },
  ...detailsRejections,
});
