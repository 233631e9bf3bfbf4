import type { ConsentAnswer } from "./consent-answer.ts";
import type { ProviderError, SentError } from "./provider-error.ts";

/**
 * A consent request and the answer of the consent provider. `consent-transitions.ts` has the transitions.
 *
 *   waiting ──accept──▶ accepted ──use──▶ used
 *      └─────reject───▶ rejected ──use──▶ used
 *
 * Until the browser has returned with it, an answer may be replaced.
 */
export type ConsentRequest = ConsentQuestion &
  (
    | { readonly state: "waiting" }
    | { readonly state: "accepted"; readonly answer: ConsentAnswer }
    | { readonly state: "rejected"; readonly refusal: ProviderError }
    | {
        readonly state: "used";
        /** The error that the client was sent, if nothing was granted. */
        readonly refusal?: SentError;
      }
  );

interface ConsentQuestion {
  /** A remembered consent covers the request. */
  readonly skip: boolean;
}
