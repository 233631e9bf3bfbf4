/** What is remembered when a user consents again: what was granted before and not asked for now, and what is granted now. */

import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import { requestedClaimNames } from "../oauth/claims-parameter.ts";
import { isEqual } from "../oauth/authorization-details/reduction.ts";
import { type Client, isSelfDescribed } from "../oauth/client.ts";
import type { Grant, RememberedConsent } from "../oauth/grant.ts";
import { matchRedirectUri } from "../oauth/redirect-uri.ts";
import type { ConsentAnswer } from "./consent-answer.ts";

/** Details and claims that are remembered at most, the newest first. */
const MAX_REMEMBERED = 64;

/** What an earlier consent covers. */
export interface PreviousConsent extends RememberedConsent {
  /** Unix seconds. */
  readonly remembered_until: number;
}

/** What the consent covers; undefined where that is the grant itself. */
export function rememberedAfter(
  previous: RememberedConsent | undefined,
  request: AuthorizationRequest,
  answer: ConsentAnswer,
): RememberedConsent | undefined {
  if (previous === undefined && answer.grant_claims === undefined) return undefined;
  const kept = keptOf(previous ?? nothing, request, answer);
  const claims =
    answer.grant_claims === undefined && previous?.claims === undefined
      ? undefined
      : combine(answer.grant_claims ?? [], kept.claims);
  return {
    scope: combine(answer.grant_scope, kept.scope),
    audience: combine(answer.grant_access_token_audience, kept.audience),
    authorization_details: [
      ...(answer.grant_authorization_details ?? []),
      ...kept.authorization_details,
    ].slice(0, MAX_REMEMBERED),
    ...(claims !== undefined && { claims: claims.slice(0, MAX_REMEMBERED) }),
  };
}

/**
 * Whether a consent was for the client that asks now. Where a response goes is all that is certain about a client that no operator
 * registered, and is what its user was shown: the consent is for that redirect URI. Many installations share the id of a metadata
 * document; on loopback, the port of one that registered itself may differ.
 */
export function isForSameClient(
  client: Pick<Client, "metadata_document" | "registration">,
  before: Pick<Grant["session"], "redirect_uri">,
  redirect_uri: string,
): boolean {
  if (!isSelfDescribed(client)) return true;
  const known = before.redirect_uri;
  if (known === undefined || client.metadata_document !== undefined) return known === redirect_uri;
  return matchRedirectUri({ redirect_uris: [known] }, redirect_uri).ok;
}

/**
 * Until when it is remembered, where what is granted now is remembered until `until`. What it keeps of an earlier consent was not
 * to be remembered for longer than that one.
 */
export function endOfRemembered(
  until: number | undefined,
  previous: PreviousConsent | undefined,
  request: AuthorizationRequest,
  answer: ConsentAnswer,
): number | undefined {
  if (until === undefined || previous === undefined) return until;
  const isExtended = Object.values(keptOf(previous, request, answer)).some(
    ({ length }) => length > 0,
  );
  return isExtended ? Math.min(until, previous.remembered_until) : until;
}

const nothing: RememberedConsent = { scope: [], audience: [], authorization_details: [] };

/** What of an earlier consent was neither asked for nor granted now. What was asked for now and not granted is forgotten. */
function keptOf(
  previous: RememberedConsent,
  { scope, audience, authorization_details = [], claims }: AuthorizationRequest,
  answer: ConsentAnswer,
): Required<RememberedConsent> {
  const details = [...authorization_details, ...(answer.grant_authorization_details ?? [])];
  const names = [...requestedClaimNames(claims), ...(answer.grant_claims ?? [])];
  return {
    scope: without(previous.scope, [...scope, ...answer.grant_scope]),
    audience: without(previous.audience, [...audience, ...answer.grant_access_token_audience]),
    authorization_details: previous.authorization_details.filter(
      (detail) => !details.some((other) => isEqual(detail, other)),
    ),
    claims: without(previous.claims ?? [], names),
  };
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name));
}

function combine(granted: readonly string[], kept: readonly string[]): readonly string[] {
  return [...new Set([...granted, ...kept])];
}
