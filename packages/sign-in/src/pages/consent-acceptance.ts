import type { AcceptConsentRequest, ConsentRequest, JsonObject } from "@latchkey/api";

import type { Profile } from "../accounts.ts";
import { allowedClaims, readRequestedClaims, releaseClaims } from "./requested-claims.ts";

/** What the user allows. */
export interface Choice {
  readonly scope: readonly string[];
  readonly details: readonly JsonObject[];
  /** Claims that were selected one by one. */
  readonly claims: readonly string[];
  readonly remember: boolean;
}

/** Everything that the client asks for, as if the user had selected it. */
export function chooseAll(asked: ConsentRequest): Choice {
  return {
    scope: asked.requested_scope,
    details: asked.requested_authorization_details ?? [],
    claims: readRequestedClaims(asked.oidc_context.claims).names,
    remember: false,
  };
}

/** The acceptance of what the user allows, with the claims of the user that it releases. */
export function acceptanceOf(
  asked: ConsentRequest,
  { scope, details, claims, remember }: Choice,
  profile: Profile | undefined,
): AcceptConsentRequest {
  const requested = readRequestedClaims(asked.oidc_context.claims);
  const granted_before = asked.granted_before?.claims ?? [];
  const grant_claims = allowedClaims(requested, scope, [...granted_before, ...claims]);
  return {
    grant_scope: scope,
    grant_access_token_audience: asked.requested_access_token_audience,
    ...(details.length > 0 && { grant_authorization_details: details }),
    ...(requested.names.length > 0 && { grant_claims }),
    session: releaseClaims(profile, scope, requested, grant_claims),
    remember,
    remember_for: 0, // Until it is revoked.
  };
}
