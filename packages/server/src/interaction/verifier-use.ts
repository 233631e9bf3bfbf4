/** The return of a browser from a login or consent provider, with a verifier. */

import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Flow } from "./flow.ts";
import { type InteractionFacts, isExpired } from "./interaction-rejection.ts";
import type { ProviderError, SentError } from "./provider-error.ts";

/** The time, and whether it is the same browser. */
export interface UseFacts extends InteractionFacts {
  /** The browser sent the cookie of this flow, so it is the one that started it. */
  readonly bound: boolean;
}

/**
 * The decision about a verifier. An answer can be used once: when it is `accepted` or `rejected`, the caller stores the flow
 * returned here. A browser that did not receive the response may repeat the request, and gets the same response again.
 */
export type VerifierUse<Answer> =
  | { readonly kind: "accepted"; readonly flow: Flow; readonly answer: Answer }
  | { readonly kind: "rejected"; readonly flow: Flow; readonly refusal: ProviderError }
  | { readonly kind: "repeated"; readonly flow: Flow }
  | { readonly kind: "rejected_again"; readonly refusal: SentError }
  | { readonly kind: "unusable"; readonly error: UnusableError };

/** Why a verifier cannot be used. The inspector explains it by its reason. */
export interface UnusableError extends OAuthError {
  readonly reason:
    | "not_answered"
    | "already_used"
    | "came_back_too_late"
    | "another_browser"
    | "another_user";
}

/** The browser returned before the provider answered. */
export const notAnswered = unusable({
  reason: "not_answered",
  error: "access_denied",
  error_description: "The login or consent app has not answered the request yet.",
});

/** The verifier was used before: the page was reloaded, or the link was found elsewhere. */
export const alreadyUsed = unusable({
  reason: "already_used",
  error: "invalid_request",
  error_description: "This link was already used. Start again in the app you came from.",
});

/**
 * A verifier that was used before. The browser that has the cookie of the flow repeats the request: it did not receive the
 * response, or the page was reloaded. `continues` says whether the flow went on to a next step that is still open.
 */
export function useAgain(
  flow: Flow,
  { refusal, continues }: { readonly refusal: SentError | undefined; readonly continues: boolean },
  facts: UseFacts,
): Exclude<VerifierUse<never>, { kind: "accepted" | "rejected" }> {
  if (!facts.bound || isExpired(flow, facts)) return alreadyUsed;
  if (refusal !== undefined) return { kind: "rejected_again", refusal };
  return continues ? { kind: "repeated", flow } : alreadyUsed;
}

/** Login and consent together took longer than `ttl.login_consent_request`. */
export const expired = unusable({
  reason: "came_back_too_late",
  error: "request_unauthorized",
  error_description: "The request expired. Start again in the app you came from.",
});

/** Another browser started the flow: an attacker could otherwise sign this one in to the attacker's account. */
export const anotherBrowser = unusable({
  reason: "another_browser",
  error: "request_forbidden",
  error_description:
    "This browser did not start the request, or its cookie is missing. Allow cookies and start again.",
});

/** The provider answered again since, for another user, whose verifier this is not. */
export const anotherUser = unusable({
  reason: "another_user",
  error: "request_forbidden",
  error_description:
    "The request was answered again, for another user. Start again in the app you came from.",
});

function unusable(error: UnusableError): Extract<VerifierUse<never>, { kind: "unusable" }> {
  return { kind: "unusable", error };
}
