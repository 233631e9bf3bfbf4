import type { ConsentRequest, ConsentRequestSession } from "./consent-request.ts";

/** A consent a subject gave earlier, with the request it answered. */
export interface PreviousConsentSession {
  readonly grant_scope: readonly string[];
  readonly grant_access_token_audience: readonly string[];
  readonly session: ConsentRequestSession;
  readonly remember: boolean;
  /** Seconds; 0 is forever. */
  readonly remember_for: number;
  /** RFC 3339. */
  readonly handled_at: string | null;
  readonly consent_request: ConsentRequest;
}
