/** RFC 9470, OpenID Connect Core §5.5.1.1: what a client requires of the authentication of a user, and whether a login meets it. */

import type { ClaimsRequest } from "@latchkey/api";
import type { ClientMetadata } from "./client.ts";
import { describeRejection, type RejectionOf, type Rejections } from "./rejection.ts";
import { requestedAcr } from "./claims-parameter.ts";

/** The requirements of a request, with the client's defaults. */
export interface AuthenticationRequirements {
  /** The authentication levels that the client prefers, best first. */
  readonly acr_values: readonly string[];
  /** The levels of which the login must have one; absent when none is required. */
  readonly required_acr?: readonly string[];
  /** Seconds. */
  readonly max_age?: number;
}

/** What the request says of them. */
export interface RequestedAuthentication {
  readonly acr_values: readonly string[];
  readonly max_age?: number | undefined;
  readonly claims?: ClaimsRequest | undefined;
}

type Defaults = Pick<
  ClientMetadata,
  "acr_values_required" | "default_acr_values" | "default_max_age"
>;

/**
 * The requirements. The levels are those of `acr_values`, else those of the claim `acr`, else the client's default. They are
 * required when the claim is essential, or when the server or the client makes `acr_values` required.
 */
export function authenticationRequirements(
  request: RequestedAuthentication,
  client: Defaults,
  acr_values_required: boolean,
): AuthenticationRequirements {
  const claim = requestedAcr(request.claims);
  const [acr_values = []] = [request.acr_values, claim.values, client.default_acr_values].filter(
    (values) => values.length > 0,
  );
  const isEssential = claim.essential && claim.values.length > 0;
  const isRequired = (acr_values_required || client.acr_values_required) && acr_values.length > 0;
  const required_acr = isEssential ? claim.values : isRequired ? acr_values : undefined;
  const max_age = request.max_age ?? client.default_max_age;
  return {
    acr_values,
    ...(required_acr !== undefined && { required_acr }),
    ...(max_age !== undefined && { max_age }),
  };
}

/** Whether a level is one of those required; true when none is. */
export function meetsAcr(
  required_acr: readonly string[] | undefined,
  acr: string | undefined,
): boolean {
  return required_acr === undefined || (acr !== undefined && required_acr.includes(acr));
}

/** What a login lacks. */
export type UnmetRequirement = RejectionOf<typeof unmetRequirements>;

/** OpenID Connect Core Error Code unmet_authentication_requirements: the user signed in, but not in the required way. */
export const unmetRequirements = {
  acr_unmet: {
    error: "unmet_authentication_requirements",
    description:
      "The user did not sign in at the authentication level (acr) that the client requires.",
    reference: "RFC 9470 §5",
    fix: "Let the login app authenticate the user at one of the required levels, and say which in acr.",
  },
  login_too_old: {
    error: "unmet_authentication_requirements",
    description: "The user signed in longer ago than max_age allows.",
    reference: "RFC 9470 §5",
    fix: "Start again, so that the user signs in anew.",
  },
} satisfies Rejections;

export const acrUnmet = describeRejection(unmetRequirements, { reason: "acr_unmet" });
