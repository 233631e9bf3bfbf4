/** What is remembered when a user consents again: what was granted before and not asked for now, and what is granted now. */

import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import { requestedClaimNames } from "../oauth/authentication/claims-parameter.ts";
import { isEqual } from "../oauth/authorization-details/reduction.ts";
import type { RememberedConsent } from "../oauth/grant.ts";
import type { ConsentAnswer } from "./consent-answer.ts";

/** Details and claims that are remembered at most, the newest first. */
const MOST_REMEMBERED = 64;

/** What the consent covers; undefined where that is the grant itself. */
export function rememberedAfter(
  previous: RememberedConsent | undefined,
  { scope, audience, authorization_details = [], claims }: AuthorizationRequest,
  answer: ConsentAnswer,
): RememberedConsent | undefined {
  const granted = answer.grant_authorization_details ?? [];
  if (previous === undefined && answer.grant_claims === undefined) return undefined;
  const earlier_details = (previous?.authorization_details ?? []).filter(
    (detail) => ![...authorization_details, ...granted].some((other) => isEqual(detail, other)),
  );
  const names = requestedClaimNames(claims);
  const all_claims =
    answer.grant_claims === undefined && previous?.claims === undefined
      ? undefined
      : combine(previous?.claims ?? [], names, answer.grant_claims ?? []);
  return {
    scope: combine(previous?.scope ?? [], scope, answer.grant_scope),
    audience: combine(previous?.audience ?? [], audience, answer.grant_access_token_audience),
    authorization_details: [...granted, ...earlier_details].slice(0, MOST_REMEMBERED),
    ...(all_claims !== undefined && { claims: all_claims.slice(0, MOST_REMEMBERED) }),
  };
}

/** What was asked for now and not granted is no longer remembered. */
function combine(
  previous: readonly string[],
  requested: readonly string[],
  granted: readonly string[],
): readonly string[] {
  const kept = previous.filter((name) => !requested.includes(name));
  return [...new Set([...granted, ...kept])];
}
