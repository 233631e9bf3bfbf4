/** RFC 6749 §4.1.3: a client redeems an authorization code for tokens. A code can be redeemed once. */

import {
  meetsAcr,
  type UnmetRequirement,
  unmetRequirements,
} from "./authentication-requirements.ts";
import { detailsRejections } from "./authorization-details/details-rejection.ts";
import type { AuthorizationDetail } from "./authorization-details/parse-details.ts";
import { type NarrowingRequest, verifyNarrowing } from "./authorization-details/verify-details.ts";
import { type AuthenticatedClient, effectiveResponseTypes } from "./client.ts";
import type { ProfileName } from "./profiles/profile.ts";
import {
  allowsIdToken,
  allowsRefresh,
  belongsTo,
  type Grant,
  grantRevoked,
  type GrantToken,
} from "./grant.ts";
import { type GrantKey, keyOf } from "./grant-key.ts";
import { matchRedirectUri } from "./redirect-uri.ts";
import { defineRejections, type RejectionOf } from "./rejection.ts";
import { selectResources, targetRejections } from "./resource/indicators.ts";
import type { Extent } from "./resource/narrowing.ts";
import { codeVerifierRejections, verifyCodeVerifier } from "./pkce.ts";

/** The client that presents a code, and the parameters it sent with it. */
export interface RedemptionRequest {
  readonly client: AuthenticatedClient;
  readonly redirect_uri: string | undefined;
  readonly code_verifier: string | undefined;
  /** RFC 8707 §2.2: the APIs that the access token is to be for; empty for all that were granted. */
  readonly resource: readonly string[];
  /** When the server received the request. Milliseconds. */
  readonly arrived_at_ms: number;
  /** The security profile of clients that have none of their own. */
  readonly server_profile?: ProfileName;
  /** RFC 9396 §6: fewer details than were granted, for the access token. */
  readonly narrowing?: NarrowingRequest | undefined;
}

/** The decision about a code. */
export type RedemptionDecision =
  /** Carried out by a compare-and-swap of the grant from generation 0 to 1; a request that fails there lost the race. */
  | {
      readonly kind: "redeem";
      readonly grant: Grant;
      readonly issue: TokensToIssue;
      readonly extent: Extent;
    }
  | { readonly kind: "reject"; readonly rejection: RedemptionRejection }
  /** Replay and a burst of duplicate requests look alike so far: count the request, wait, and call `decideDuplicate`. */
  | { readonly kind: "suspect" }
  /** The code was replayed. Which request was the legitimate one is unknown, so all tokens of the grant are revoked. */
  | {
      readonly kind: "revoke_grant";
      readonly key: GrantKey;
      readonly rejection: RedemptionRejection;
    };

/** The tokens to issue beside the access token. */
export interface TokensToIssue {
  readonly refresh_token: boolean;
  readonly id_token: boolean;
  /** The details of the access token, where they are fewer than were granted. */
  readonly narrowed_details?: readonly AuthorizationDetail[];
}

/** Why a code is rejected. */
export type RedemptionRejection = RejectionOf<typeof redemptionRejections>;

/**
 * Decides about a code. A request from another client, or without the right `redirect_uri`, `code_verifier` and key, neither
 * spends the code nor revokes anything: otherwise a code copied from a browser's history could be used to sign users out.
 * Neither does one for a resource that was not granted: the client can repeat it with another one. Whether the client may still
 * have what was granted is checked afterwards, as for every grant (`request/permissions.ts`).
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
    return reject({ reason: "issued_to_another_client" });
  }
  if (revoked_at !== undefined) return reject({ reason: "grant_revoked" });
  if (session.redirect_uri !== undefined && session.redirect_uri !== redirect_uri) {
    return reject({ reason: "redirect_uri_mismatch" });
  }
  const verified = verifyCodeVerifier(session.code_challenge, code_verifier);
  if (!verified.ok) return reject(verified.error);
  if (session.dpop_jkt !== undefined && session.dpop_jkt !== client.confirmation?.jkt) {
    return reject({ reason: "code_key_mismatch" }); // RFC 9449 §10
  }

  if (grant.generation > 0) return decideSecondUse(grant, request);
  if (token.expires_at <= now) {
    return reject({ reason: "code_expired" });
  }
  const mayUseCodes = effectiveResponseTypes(client).some((type) =>
    type.split(" ").includes("code"),
  );
  if (!mayUseCodes) return reject({ reason: "response_type_withdrawn" });
  const returnedTo = session.redirect_uri ?? session.implied_redirect_uri;
  if (returnedTo !== undefined && !matchRedirectUri(client, returnedTo).ok)
    return reject({ reason: "redirect_uri_withdrawn" });
  const audience = selectResources(request.resource, grant.audience);
  if (!audience.ok) return reject(audience.error);
  const unmet =
    findUnmetRequirement(grant.session) ?? verifyNarrowing(request.narrowing, grant.session);
  if (unmet !== undefined) return reject(unmet);
  const issue = {
    refresh_token: allowsRefresh(grant.scope, client, request.server_profile),
    id_token: allowsIdToken(grant.scope),
    ...(request.narrowing && { narrowed_details: request.narrowing.requested }),
  };
  return { kind: "redeem", grant, issue, extent: extentOf(audience.value) };
}

function extentOf(audience: readonly string[] | undefined): Extent {
  return audience === undefined ? {} : { audience };
}

/** RFC 9470 §5: no token is issued for a login that does not meet the request, whatever let it pass before. */
export function findUnmetRequirement({
  acr,
  required_acr,
  auth_time,
  max_age,
  requested_at,
}: Grant["session"]): UnmetRequirement | undefined {
  if (!meetsAcr(required_acr, acr)) return { reason: "acr_unmet" };
  if (max_age !== undefined && auth_time + max_age < requested_at)
    return { reason: "login_too_old" };
  return undefined;
}

/** How long after the redemption a request may still be a duplicate of the same burst, rather than a replay. */
const DUPLICATE_WINDOW_MS = 2_000;

/** A client may send the same request twice at once; a request that arrived after the redemption may be a replay. */
function decideSecondUse(grant: Grant, { arrived_at_ms }: RedemptionRequest): RedemptionDecision {
  const { redeemed_at_ms } = grant;
  if (redeemed_at_ms === undefined || arrived_at_ms <= redeemed_at_ms) {
    return reject({ reason: "race_lost" });
  }
  return arrived_at_ms <= redeemed_at_ms + DUPLICATE_WINDOW_MS
    ? { kind: "suspect" }
    : { kind: "revoke_grant", key: keyOf(grant), rejection: { reason: "code_replayed" } };
}

/**
 * The new `redeemed_at_ms` of a grant once a request has lost the race for its code: later duplicates of the same burst are
 * then not mistaken for replay.
 */
export function endOfDuplicateWindow(now_ms: number): number {
  return now_ms + DUPLICATE_WINDOW_MS;
}

/**
 * Decides, a moment later, about a request that arrived just after the redemption. A single one is a replay. Several are a
 * client that repeated its request; revoking the tokens of the first would turn a retry into a sign-out.
 */
export function decideDuplicate(
  grant: Grant | undefined,
  { arrived_at_ms }: Pick<RedemptionRequest, "arrived_at_ms">,
): RedemptionDecision {
  if (grant === undefined) return reject({ reason: "code_unknown" });
  const { redeemed_at_ms, revoked_at, suspects } = grant;
  if (revoked_at !== undefined) return reject({ reason: "grant_revoked" });
  const isBurst = suspects > 1 || redeemed_at_ms === undefined || arrived_at_ms <= redeemed_at_ms;
  return isBurst
    ? reject({ reason: "race_lost" })
    : { kind: "revoke_grant", key: keyOf(grant), rejection: { reason: "code_replayed" } };
}

function reject(rejection: RedemptionRejection): RedemptionDecision {
  return { kind: "reject", rejection };
}

const CODE_INVALID = "The code is invalid, or was issued to another client.";
const CODE_USED = "The code was already used. A code can be redeemed only once.";

/** RFC 6749 §5.2. */
export const redemptionRejections = defineRejections("invalid_grant", {
  code_unknown: {
    description: CODE_INVALID,
    because: "This server did not issue the code, or has deleted it.",
    reference: "RFC 6749 §5.2",
    fix: "Send the code exactly as it was received, and only once.",
  },
  issued_to_another_client: {
    description: CODE_INVALID,
    because: "The code or token was issued to another client than the one that presented it.",
    reference: "RFC 6749 §5.2",
    fix: "Redeem it with the client that requested it. If another client has it, find out how it got there.",
  },
  grant_revoked: {
    description: "The code was revoked. Start a new authorization request.",
    ...grantRevoked,
  },
  redirect_uri_mismatch: {
    description: "The redirect_uri must be the same as in the authorization request.",
    reference: "RFC 6749 §4.1.3",
    fix: "Send the same redirect_uri to the token endpoint as to the authorization endpoint.",
  },
  ...codeVerifierRejections,
  code_key_mismatch: {
    description:
      "The code is bound to a key by dpop_jkt. Send a DPoP proof that is signed with that key.",
    reference: "RFC 9449 §10",
    fix: "Use the same key for dpop_jkt and for the proof. If the application does, the code was intercepted.",
  },
  response_type_withdrawn: {
    error: "unauthorized_client",
    description:
      "The client may no longer use codes. Add a response type with code to the client's response_types.",
    fix: "Add a response type with code to the client's response_types again.",
  },
  redirect_uri_withdrawn: {
    description:
      "The code was sent to a redirect URI that the client no longer has. Start a new authorization request.",
    reference: "RFC 6749 §3.1.2.3",
    fix: "Nothing, where the redirect URI was removed on purpose: an attacker who receives its codes gets no tokens. Otherwise add it to the client's redirect_uris again.",
  },
  ...targetRejections,
  race_lost: {
    description: CODE_USED,
    because: "Two requests redeemed the code at the same time, and the other one was first.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem each code once.",
  },
  code_replayed: {
    description: CODE_USED,
    because: "The code was redeemed before, so all tokens of its grant were revoked.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem each code once. If the application does, the code was intercepted.",
  },
  code_expired: {
    description: "The code has expired. Start a new authorization request.",
    reference: "RFC 6749 §4.1.2",
    fix: "Redeem the code immediately. Its lifetime is ttl.auth_code.",
  },
  ...unmetRequirements,
  ...detailsRejections,
});
