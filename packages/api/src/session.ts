import type { ConsentRequest, ConsentRequestSession } from "./consent-request.ts";

/** A consent a subject gave earlier, with the request it answered. */
export interface PreviousConsentSession {
  /** What the client may have. */
  readonly grant_scope: readonly string[];
  /** For whom the access token may be good. */
  readonly grant_access_token_audience: readonly string[];
  /** What goes into the tokens. */
  readonly session: ConsentRequestSession;
  /** Whether it covers later requests. */
  readonly remember: boolean;
  /** Seconds it is remembered; 0 is forever. */
  readonly remember_for: number;
  /** When it was given, in RFC 3339. */
  readonly handled_at: string | null;
  /** The request it answered. */
  readonly consent_request: ConsentRequest;
}
