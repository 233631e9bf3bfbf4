/** The checks and errors that login, consent and logout requests have in common. */

import type { Problem } from "@latchkey/api";
import { detailsRejections } from "../oauth/authorization-details/details-rejection.ts";
import { describeProblem, quote } from "../oauth/oauth-error.ts";
import { defineRejections, type Rejection, type RejectionOf } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** Why the call of a provider is rejected. */
export type InteractionRejection = RejectionOf<typeof interactionRejections> & {
  /** Starts the authorization again. */
  readonly request_url?: string;
};

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
  const { request_url } = record;
  if (state === "used") return err({ reason: "already_used", request_url });
  if (isExpired(record, facts)) return err({ reason: "expired", request_url });
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

const START_AGAIN = "Return to the application and start again.";

const bodyRejection = {
  error: "invalid_request",
  description: ({ problem }: { problem: Problem }) => describeProblem(problem).error_description,
} satisfies Rejection;

/** The error responses to the provider. */
export const interactionRejections = defineRejections("invalid_request", {
  not_asked: {
    error: "not_found",
    description: "No request has this challenge.",
    fix: "Send the challenge exactly as the login or consent app received it.",
  },
  already_used: {
    error: "conflict",
    description: "The request was already answered, and the browser has returned with the answer.",
    fix: START_AGAIN,
  },
  expired: {
    error: "not_found",
    description: "The request expired before it was answered. Start the authorization again.",
    fix: START_AGAIN,
  },
  begun_elsewhere: {
    error: "not_found",
    description:
      "The request began at the server whose data this one took over, and is not carried on. Start it again at redirect_to.",
    fix: START_AGAIN,
  },
  body_not_an_object: bodyRejection,
  field_unknown: bodyRejection,
  field_missing: bodyRejection,
  field_mistyped: bodyRejection,
  ...detailsRejections,
  details_malformed: {
    ...detailsRejections.details_malformed,
    description: ({ problem }: { problem: string }) =>
      `The field grant_authorization_details ${problem}.`,
  },
  scope_not_requested: {
    error: "invalid_scope",
    description: ({ scope }: { scope: string }) =>
      `The client did not request the scope ${quote(scope)}, and its security profile lets the field grant_scope have requested scopes only.`,
  },
  audience_not_requested: {
    description: ({ audience }: { audience: string }) =>
      `The client did not request the audience ${quote(audience)}, and its security profile lets the field grant_access_token_audience have requested audiences only.`,
  },
  subject_missing: {
    description: "The field subject is missing. It must be the id of the user who signed in.",
    fix: "Send the id of the user as subject.",
  },
  subject_changed: {
    description:
      "The field subject must be the subject of the login request, because its session is remembered (skip is true).",
    fix: "When skip is true, accept the request with the subject it names.",
  },
});
