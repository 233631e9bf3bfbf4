/** RFC 6749 §4.1.3: a code becomes tokens, once. */

import type { AuthenticatedClient } from "./client.ts";
import { allowsIdToken, allowsRefresh, belongsTo, type Grant, type GrantToken } from "./grant.ts";
import type { OAuthError } from "./oauth-error.ts";
import { type CodeVerifierRejection, describePkceRejection, verifyCodeVerifier } from "./pkce.ts";

/** Who shows the code, and what they show with it. */
export interface RedemptionRequest {
  readonly client: AuthenticatedClient;
  readonly redirect_uri: string | undefined;
  readonly code_verifier: string | undefined;
  /** When the request reached us. Milliseconds. */
  readonly arrived_at_ms: number;
}

/** What comes of showing a code. */
export type RedemptionDecision =
  /** To be carried out by moving the grant from generation 0 to 1: whoever fails at that has lost the race. */
  | { readonly kind: "redeem"; readonly grant: Grant; readonly issue: TokensToIssue }
  | { readonly kind: "reject"; readonly rejection: RedemptionRejection }
  /** Too early to tell a copy from a crowd: to be counted, and looked at again in a moment. */
  | { readonly kind: "suspect"; readonly grant_id: string }
  /** Somebody holds a copy, and nobody can tell who was first: all that came of the code goes. */
  | {
      readonly kind: "revoke_grant";
      readonly grant_id: string;
      readonly rejection: RedemptionRejection;
    };

/** What goes with the access token. */
export interface TokensToIssue {
  readonly refresh_token: boolean;
  readonly id_token: boolean;
}

/** Why a code does not become tokens. */
export type RedemptionRejection =
  | { readonly reason: "code_unknown" }
  | { readonly reason: "issued_to_another_client"; readonly issued_to: string }
  | { readonly reason: "grant_revoked"; readonly revoked_at: number }
  | { readonly reason: "redirect_uri_mismatch"; readonly redirect_uri: string | undefined }
  | CodeVerifierRejection
  | { readonly reason: "race_lost" }
  | { readonly reason: "code_replayed" }
  | { readonly reason: "code_expired"; readonly expires_at: number };

/**
 * Decides what a code is good for. Whoever cannot prove that the code was meant for them neither uses it up nor revokes
 * anything: otherwise a line from a browser's history would be enough to log Alice out.
 */
export function decideRedemption(
  token: GrantToken,
  grant: Grant | undefined,
  request: RedemptionRequest,
  now: number,
): RedemptionDecision {
  const { client, redirect_uri, code_verifier } = request;
  if (grant === undefined) return reject({ reason: "code_unknown" });
  const { session, revoked_at } = grant;
  if (!belongsTo(grant, client)) {
    return reject({ reason: "issued_to_another_client", issued_to: grant.client_id });
  }
  if (revoked_at !== undefined) return reject({ reason: "grant_revoked", revoked_at });
  if (session.redirect_uri !== undefined && session.redirect_uri !== redirect_uri) {
    return reject({ reason: "redirect_uri_mismatch", redirect_uri });
  }
  const proof = verifyCodeVerifier(session.code_challenge, code_verifier);
  if (!proof.ok) return reject(proof.error);

  if (grant.generation > 0) return decideSecondUse(grant, request);
  if (token.expires_at <= now) {
    return reject({ reason: "code_expired", expires_at: token.expires_at });
  }
  const refresh_token = allowsRefresh(grant.scope, client);
  return { kind: "redeem", grant, issue: { refresh_token, id_token: allowsIdToken(grant.scope) } };
}

/** How soon after the redemption somebody may still be part of a crowd that came at once. */
const CROWD_MS = 2_000;

/** A client may send the same request twice at once. A request that came after the code was spent is another matter. */
function decideSecondUse(
  { grant_id, redeemed_at_ms }: Grant,
  { arrived_at_ms }: RedemptionRequest,
): RedemptionDecision {
  if (redeemed_at_ms === undefined || arrived_at_ms <= redeemed_at_ms) {
    return reject({ reason: "race_lost" });
  }
  return arrived_at_ms <= redeemed_at_ms + CROWD_MS
    ? { kind: "suspect", grant_id }
    : { kind: "revoke_grant", grant_id, rejection: { reason: "code_replayed" } };
}

/** Until when a redemption that somebody lost a race for counts as under way: the others of the crowd are still coming. */
export function contestedUntil(now_ms: number): number {
  return now_ms + CROWD_MS;
}

/**
 * Looks again at somebody who came just after the redemption. Who comes alone holds a copy of a spent code. Who comes in a
 * crowd is a client that stuttered, and taking the winner's tokens from it would turn a hiccup into a loss.
 */
export function decideSuspicion(
  grant: Grant | undefined,
  { arrived_at_ms }: Pick<RedemptionRequest, "arrived_at_ms">,
): RedemptionDecision {
  if (grant === undefined) return reject({ reason: "code_unknown" });
  const { grant_id, redeemed_at_ms, revoked_at, suspects } = grant;
  if (revoked_at !== undefined) return reject({ reason: "grant_revoked", revoked_at });
  const isCrowd = suspects > 1 || redeemed_at_ms === undefined || arrived_at_ms <= redeemed_at_ms;
  return isCrowd
    ? reject({ reason: "race_lost" })
    : { kind: "revoke_grant", grant_id, rejection: { reason: "code_replayed" } };
}

function reject(rejection: RedemptionRejection): RedemptionDecision {
  return { kind: "reject", rejection };
}

/** RFC 6749 §5.2: what the client is told. */
export function describeRedemptionRejection(rejection: RedemptionRejection): OAuthError {
  return { ...tell(rejection), reason: rejection.reason };
}

function tell(rejection: RedemptionRejection): OAuthError {
  switch (rejection.reason) {
    case "code_unknown":
    case "issued_to_another_client":
      return invalidGrant("The code is not valid for this client.");
    case "grant_revoked":
      return invalidGrant("What the code stands for was revoked.");
    case "redirect_uri_mismatch":
      return invalidGrant("The redirect_uri must be the one that the code was asked for with.");
    case "race_lost":
    case "code_replayed":
      return invalidGrant("The code was used before. Each code is good once.");
    case "code_expired":
      return invalidGrant("The code expired.");
    case "code_verifier_missing":
    case "code_verifier_unexpected":
    case "code_verifier_malformed":
    case "code_verifier_mismatch":
      return describePkceRejection(rejection);
  }
}

function invalidGrant(error_description: string): OAuthError {
  return { error: "invalid_grant", error_description };
}
