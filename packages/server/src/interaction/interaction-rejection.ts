/** The checks and errors that login, consent and logout requests have in common. */

import type { Problem } from "@latchkey/api";
import {
  describeDetailsRejection,
  type DetailsRejection,
  isDetailsRejection,
} from "../oauth/authorization-details/details-rejection.ts";
import {
  describeProblem,
  invalidRequest,
  invalidScope,
  type OAuthError,
  quote,
} from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** Why the call of a provider is rejected. `request_url` starts the authorization again. */
export type InteractionRejection =
  | { readonly reason: "not_asked" }
  | { readonly reason: "already_used"; readonly request_url: string }
  | { readonly reason: "expired"; readonly request_url: string; readonly requested_at: number }
  | {
      readonly reason: "body_not_an_object" | "field_unknown" | "field_missing" | "field_mistyped";
      readonly problem: Problem;
    }
  | { readonly reason: "subject_missing" }
  | DetailsRejection
  | { readonly reason: "scope_not_requested"; readonly scope: string }
  | { readonly reason: "audience_not_requested"; readonly audience: string }
  | { readonly reason: "subject_changed"; readonly remembered: string };

/** The time and the setting that apply. */
export interface InteractionFacts {
  /** Unix seconds. */
  readonly now: number;
  /** Seconds from the start to the end of a flow: `ttl.login_consent_request`. */
  readonly ttl: number;
}

/** Checks that a provider may still read and answer a request. */
export function verifyOpen(
  record: { readonly requested_at: number; readonly request_url: string },
  state: string,
  facts: InteractionFacts,
): Result<void, InteractionRejection> {
  const { requested_at, request_url } = record;
  if (state === "used") return err({ reason: "already_used", request_url });
  if (isExpired(record, facts)) return err({ reason: "expired", request_url, requested_at });
  return ok(undefined);
}

/** Whether `ttl` has passed since the request. */
export function isExpired(
  { requested_at }: { readonly requested_at: number },
  { now, ttl }: InteractionFacts,
): boolean {
  return requested_at + ttl <= now;
}

/** The rejection of a body that does not fit its schema. */
export function rejectBody(problem: Problem): Result<never, InteractionRejection> {
  const { field, aspect } = problem;
  if (field === "") return err({ reason: "body_not_an_object", problem });
  if (aspect === "unknown") return err({ reason: "field_unknown", problem });
  return err({ reason: aspect === "missing" ? "field_missing" : "field_mistyped", problem });
}

/** The error response to the provider. */
export function describeInteractionRejection(rejection: InteractionRejection): OAuthError {
  return { ...describeReason(rejection), reason: rejection.reason };
}

function describeReason(rejection: InteractionRejection): OAuthError {
  if (isDetailsRejection(rejection))
    return describeDetailsRejection(rejection, "The field grant_authorization_details");
  switch (rejection.reason) {
    case "not_asked":
      return { error: "not_found", error_description: "No request has this challenge." };
    case "already_used":
      return {
        error: "conflict",
        error_description:
          "The request was already answered, and the browser has returned with the answer.",
      };
    case "expired":
      return {
        error: "not_found",
        error_description:
          "The request expired before it was answered. Start the authorization again.",
      };
    case "body_not_an_object":
    case "field_unknown":
    case "field_missing":
    case "field_mistyped":
      return describeProblem(rejection.problem);
    case "scope_not_requested":
      return invalidScope(
        `The client did not request the scope ${quote(rejection.scope)}, and its security profile lets the field grant_scope have requested scopes only.`,
      );
    case "audience_not_requested":
      return invalidRequest(
        `The client did not request the audience ${quote(rejection.audience)}, and its security profile lets the field grant_access_token_audience have requested audiences only.`,
      );
    case "subject_missing":
      return invalidRequest(
        "The field subject is missing. It must be the id of the user who signed in.",
      );
    case "subject_changed":
      return invalidRequest(
        "The field subject must be the subject of the login request, because its session is remembered (skip is true).",
      );
  }
}
