/**
 * RFC 8628 §3.4, §3.5, OpenID CIBA Core §10.1, §11: a client polls the token endpoint until its user has decided elsewhere. Both
 * grant types have the same rule; each has its own words for it.
 */

import { unmetRequirements } from "./authentication-requirements.ts";
import { findUnmetRequirement, type TokensToIssue } from "./authorization-code-grant.ts";
import { type NarrowingRequest, verifyNarrowing } from "./authorization-details/verify-details.ts";
import type { AuthenticatedClient } from "./client.ts";
import {
  allowsIdToken,
  allowsRefresh,
  belongsTo,
  type Grant,
  grantRevoked,
  type RequestToken,
} from "./grant.ts";
import type { ProfileName } from "./profiles/profile.ts";
import type { RejectionOf, Rejections } from "./rejection.ts";
import { type PermissionRejection, permissionRejections } from "./request/permissions.ts";
import { selectResources } from "./resource/indicators.ts";
import type { Extent } from "./resource/narrowing.ts";

/** What is known about a code that a client polls with. */
export interface PolledFacts {
  readonly client: AuthenticatedClient;
  /** RFC 8707 §2.2: the APIs that the access token is to be for; empty for all that were granted. */
  readonly resource: readonly string[];
  /** RFC 9396 §6: fewer details than were granted, for the access token. */
  readonly narrowing?: NarrowingRequest | undefined;
  /** The request, if it is this client's and has not expired. */
  readonly request: { readonly poll_interval: number } | undefined;
  /** Until there is a grant: why the client may not have what it requested any more; undefined while it may. */
  readonly withdrawn?: PermissionRejection | undefined;
  /** Whether this token request came too early. */
  readonly too_fast: boolean;
  /** Whether the user, or an app of the operator, denied the request. */
  readonly denied: boolean;
  /** Whether the user gave consent and it was revoked since, so that there is no grant any more. */
  readonly consent_revoked: boolean;
  /** The grant of the user's consent. */
  readonly grant: Grant | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The security profile of clients that have none of their own. */
  readonly server_profile?: ProfileName;
}

/** The decision about such a code. */
export type PolledDecision =
  /** Carried out by a compare-and-swap of the grant from generation 0 to 1; a request that fails there lost the race. */
  | {
      readonly kind: "redeem";
      readonly grant: Grant;
      readonly issue: TokensToIssue;
      readonly extent: Extent;
    }
  | { readonly kind: "reject"; readonly rejection: PolledRejection };

/** Why a client gets no tokens, or none yet. */
type PolledRejection = RejectionOf<PolledRejections>;

/**
 * Decides about a code. A second use does not revoke the tokens of the first: such a code never passes through a browser, and
 * clients do repeat requests whose response was lost.
 */
export function decidePolled(token: RequestToken, facts: PolledFacts): PolledDecision {
  const { request, grant, withdrawn, now } = facts;
  if (token.expires_at <= now) return reject({ reason: "expired" });
  if (request === undefined) return reject({ reason: "unknown" });
  if (grant !== undefined) return decideGranted(grant, facts);
  if (facts.denied) return reject({ reason: "denied" });
  if (facts.consent_revoked) return reject({ reason: "consent_revoked" });
  if (withdrawn !== undefined) return reject(withdrawn); // The end of the flow would not grant it.
  // RFC 8628 §3.5: a variant of authorization_pending, so it never hides a decision of the user.
  return facts.too_fast
    ? reject({ reason: "too_fast", poll_interval: request.poll_interval })
    : reject({ reason: "pending" });
}

function decideGranted(
  grant: Grant,
  { client, resource, narrowing, server_profile }: PolledFacts,
): PolledDecision {
  if (!belongsTo(grant, client)) return reject({ reason: "unknown" });
  if (grant.revoked_at !== undefined) return reject({ reason: "grant_revoked" });
  if (grant.generation > 0) return reject({ reason: "used" });
  const audience = selectResources(resource, grant.audience);
  if (!audience.ok) return reject(audience.error);
  const unmet = findUnmetRequirement(grant.session) ?? verifyNarrowing(narrowing, grant.session);
  if (unmet !== undefined) return reject(unmet);
  const issue = {
    refresh_token: allowsRefresh(grant.scope, client, server_profile),
    id_token: allowsIdToken(grant.scope),
    ...(narrowing && { narrowed_details: narrowing.requested }),
  };
  return {
    kind: "redeem",
    grant,
    issue,
    extent: { ...(audience.value && { audience: audience.value }) },
  };
}

function reject(rejection: PolledRejection): PolledDecision {
  return { kind: "reject", rejection };
}

/** How a grant type speaks of its code and its request. */
export interface PolledTerms {
  /** The parameter with the code. */
  readonly code: string;
  /** The code in a sentence. */
  readonly code_in_words: string;
  /** What the inspector's names of the states of a request begin with. */
  readonly request: string;
  /** What the client can do after an end without tokens: a sentence. */
  readonly start_again: string;
  /** What an operator can do about a code that expired. */
  readonly fix_expired: string;
  /** The section about the errors of its token requests. */
  readonly reference: string;
  /** The section about a code that is unknown. */
  readonly unknown_reference: string;
}

/** The rows of a grant type. */
export type PolledRejections = ReturnType<typeof polledRejections>;

/** RFC 8628 §3.5, OpenID CIBA Core §11: the rows of a grant type, in its own words. */
export function polledRejections(terms: PolledTerms) {
  const { code, code_in_words, request, start_again, reference } = terms;
  return {
    ...permissionRejections,
    ...unmetRequirements,
    unknown: {
      error: "invalid_grant",
      description: `The ${code} is invalid, or was issued to another client.`,
      name: `${code}_unknown`,
      because: `This server did not issue the ${code_in_words}, or issued it to another client.`,
      reference: terms.unknown_reference,
      fix: `Send the ${code_in_words} exactly as it was received, with the client that requested it.`,
    },
    used: {
      error: "invalid_grant",
      description: `The ${code} was already used. It can be redeemed only once.`,
      name: `${code}_used`,
      reference,
      fix: "Stop asking once the tokens have arrived.",
    },
    grant_revoked: {
      error: "invalid_grant",
      description: `The access was revoked. ${start_again}`,
      ...grantRevoked,
    },
    expired: {
      error: "expired_token",
      description: `The ${code} has expired. ${start_again}`,
      name: `${code}_expired`,
      reference,
      fix: terms.fix_expired,
    },
    denied: {
      error: "access_denied",
      description: "The user or the login app denied the request.",
      name: `${request}_denied`,
      reference,
    },
    consent_revoked: {
      name: "grant_revoked",
      error: "access_denied",
      description: `The access was revoked. ${start_again}`,
      ...grantRevoked,
    },
    pending: {
      error: "authorization_pending",
      description: "The user has not finished yet. Ask again after the interval.",
      name: `${request}_pending`,
    },
    too_fast: {
      error: "slow_down",
      description: ({ poll_interval }: { poll_interval: number }) =>
        `Wait ${poll_interval} seconds between two token requests.`,
      name: `${request}_polls_too_fast`,
      reference,
      fix: "Wait for interval seconds between two token requests, and 5 seconds longer after each slow_down.",
    },
  } satisfies Rejections;
}
