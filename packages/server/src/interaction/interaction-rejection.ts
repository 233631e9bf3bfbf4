/** The checks and errors that login, consent and logout requests have in common. */

import { type OAuthError, quote } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** Why the call of a provider is rejected. `request_url` starts the authorization again. */
export type InteractionRejection =
  | { readonly reason: "not_asked" }
  | { readonly reason: "already_used"; readonly request_url: string }
  | { readonly reason: "expired"; readonly request_url: string; readonly requested_at: number }
  | { readonly reason: "body_not_an_object" }
  | { readonly reason: "member_unknown"; readonly member: string }
  | { readonly reason: "member_mistyped"; readonly member: string; readonly expected: string }
  | { readonly reason: "subject_missing" }
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

/** The error response to the provider. */
export function describeInteractionRejection(rejection: InteractionRejection): OAuthError {
  return { ...describeReason(rejection), reason: rejection.reason };
}

function describeReason(rejection: InteractionRejection): OAuthError {
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
      return invalid("The body must be a JSON object.");
    case "member_unknown":
      return invalid(`The field ${quote(rejection.member)} is unknown.`);
    case "member_mistyped":
      return invalid(`The field ${rejection.member} must be ${rejection.expected}.`);
    case "subject_missing":
      return invalid("The field subject is missing. It must be the id of the user who signed in.");
    case "subject_changed":
      return invalid(
        "The field subject must be the subject of the login request, because its session is remembered (skip is true).",
      );
  }
}

function invalid(error_description: string): OAuthError {
  return { error: "invalid_request", error_description };
}
