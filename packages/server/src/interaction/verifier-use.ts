/** The return of a browser from a login or consent provider, with a verifier. */

import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeRejection, type Rejections } from "../oauth/rejection.ts";
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
  | { readonly kind: "unusable"; readonly error: OAuthError };

/** Why a verifier cannot be used. */
export const unusableRejections = {
  not_answered: {
    error: "access_denied",
    description: "The login or consent app has not answered the request yet.",
    fix: "Accept or reject the request in the login or consent app before it redirects the browser.",
  },
  already_used: {
    error: "invalid_request",
    description: "This link was already used. Start again in the app you came from.",
  },
  came_back_too_late: {
    error: "request_unauthorized",
    description: "The request expired. Start again in the app you came from.",
    fix: "Start again, or increase ttl.login_consent_request.",
  },
  another_browser: {
    error: "request_forbidden",
    description:
      "This browser did not start the request, or its cookie is missing. Allow cookies and start again.",
    reference: "RFC 6749 §10.12",
    fix: "Start and finish in the same browser. If it was the same, check that it accepts cookies, and check serve.cookies.same_site_mode.",
  },
  another_user: {
    error: "request_forbidden",
    description:
      "The request was answered again, for another user. Start again in the app you came from.",
  },
} satisfies Rejections;

/** The browser returned before the provider answered. */
export const notAnswered = unusable("not_answered");

/** The verifier was used before: the page was reloaded, or the link was found elsewhere. */
export const alreadyUsed = unusable("already_used");

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
export const expired = unusable("came_back_too_late");

/** Another browser started the flow: an attacker could otherwise sign this one in to the attacker's account. */
export const anotherBrowser = unusable("another_browser");

/** The provider answered again since, for another user, whose verifier this is not. */
export const anotherUser = unusable("another_user");

function unusable(
  reason: keyof typeof unusableRejections,
): Extract<VerifierUse<never>, { kind: "unusable" }> {
  return { kind: "unusable", error: describeRejection(unusableRejections, { reason }) };
}
