import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Flow } from "./flow.ts";
import { type InteractionFacts, isOver } from "./interaction-rejection.ts";
import type { Refusal, ToldRefusal } from "./refusal.ts";

/** What is known when a browser brings a verifier. */
export interface UseFacts extends InteractionFacts {
  /** The browser holds the cookie of this flow: it is the one that began it. */
  readonly bound: boolean;
}

/**
 * What comes of a verifier. An answer counts once: where it is `accepted` or `refused`, the flow is kept as it is here. A
 * browser whose response was lost may repeat its step, and gets that response again.
 */
export type Use<Response> =
  | { readonly kind: "accepted"; readonly flow: Flow; readonly answer: Response }
  | { readonly kind: "refused"; readonly flow: Flow; readonly refusal: Refusal }
  | { readonly kind: "repeated"; readonly flow: Flow }
  | { readonly kind: "refused_again"; readonly refusal: ToldRefusal }
  | { readonly kind: "unusable"; readonly error: OAuthError };

/** The provider has said nothing, yet the browser is back. */
export const unanswered = unusable({
  error: "access_denied",
  error_description: "The request has not been answered yet.",
});

/** The browser was here before: somebody pressed reload, or found the link. */
export const usedBefore = unusable({
  error: "invalid_request",
  error_description: "The answer was used before. Start again.",
});

/**
 * A verifier that was used before. The browser that holds the cookie of the flow has not finished it: its response was lost, or
 * somebody pressed reload. `goes_on` says whether the step led on to the next one, which is still open.
 */
export function useAgain(
  flow: Flow,
  { refusal, goes_on }: { readonly refusal: ToldRefusal | undefined; readonly goes_on: boolean },
  facts: UseFacts,
): Exclude<Use<never>, { kind: "accepted" | "refused" }> {
  if (!facts.bound || isOver(flow, facts)) return usedBefore;
  if (refusal !== undefined) return { kind: "refused_again", refusal };
  return goes_on ? { kind: "repeated", flow } : usedBefore;
}

/** Login and consent together took too long. */
export const tooLate = unusable({
  error: "request_unauthorized",
  error_description: "The request expired before the browser came back. Start again.",
});

/** Someone else began this: taking the answer would log them in as another. */
export const notBound = unusable({
  error: "request_forbidden",
  error_description: "This browser did not begin the request, or lost its cookie. Start again.",
});

function unusable(error: OAuthError): Extract<Use<never>, { kind: "unusable" }> {
  return { kind: "unusable", error };
}
