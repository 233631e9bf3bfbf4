import { type OAuthError, quote } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";

/** Why a provider's question or answer is not taken. Where the request can be started again, its URL is there. */
export type InteractionRejection =
  | { readonly reason: "not_asked" }
  | { readonly reason: "already_used"; readonly request_url: string }
  | { readonly reason: "expired"; readonly request_url: string; readonly requested_at: number }
  | { readonly reason: "body_not_an_object" }
  | { readonly reason: "member_unknown"; readonly member: string }
  | { readonly reason: "member_mistyped"; readonly member: string; readonly expected: string }
  | { readonly reason: "subject_missing" }
  | { readonly reason: "subject_changed"; readonly remembered: string };

/** What a handoff is judged by, besides itself. */
export interface InteractionFacts {
  /** Unix seconds. */
  readonly now: number;
  /** Seconds that a request may take from its beginning to its end: `ttl.login_consent_request`. */
  readonly ttl: number;
}

/** Whether a provider may still look at a request and answer it. */
export function checkOpen(
  record: { readonly requested_at: number; readonly request_url: string },
  state: string,
  facts: InteractionFacts,
): Result<void, InteractionRejection> {
  const { requested_at, request_url } = record;
  if (state === "used") return err({ reason: "already_used", request_url });
  if (isOver(record, facts)) return err({ reason: "expired", request_url, requested_at });
  return ok(undefined);
}

/** Whether a request has had its time. */
export function isOver(
  { requested_at }: { readonly requested_at: number },
  { now, ttl }: InteractionFacts,
): boolean {
  return requested_at + ttl <= now;
}

/** What the provider is told. */
export function describeInteractionRejection(rejection: InteractionRejection): OAuthError {
  return { ...tell(rejection), reason: rejection.reason };
}

function tell(rejection: InteractionRejection): OAuthError {
  switch (rejection.reason) {
    case "not_asked":
      return { error: "not_found", error_description: "There is no such request." };
    case "already_used":
      return {
        error: "conflict",
        error_description: "The request was answered, and the browser has used the answer.",
      };
    case "expired":
      return {
        error: "not_found",
        error_description: "The request expired before it was answered. It must be started again.",
      };
    case "body_not_an_object":
      return invalid("The body must be a JSON object.");
    case "member_unknown":
      return invalid(`The member ${quote(rejection.member)} is not known here.`);
    case "member_mistyped":
      return invalid(`The member ${rejection.member} must be ${rejection.expected}.`);
    case "subject_missing":
      return invalid("The member subject must name the person who logged in.");
    case "subject_changed":
      return invalid(
        "The member subject must be the subject of the request, because its browser is remembered.",
      );
  }
}

function invalid(error_description: string): OAuthError {
  return { error: "invalid_request", error_description };
}
