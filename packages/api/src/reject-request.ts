/**
 * A provider's no. The client sees `error` and `error_description`.
 * @example {"error": "access_denied", "error_description": "Alice said no."}
 */
export interface RejectRequest {
  /** A code, such as `access_denied`. */
  readonly error?: string;
  /** What happened, in a sentence. */
  readonly error_description?: string;
  /** What else there is to say; the client reads it after the description. */
  readonly error_hint?: string;
  /** For an operator's eyes. */
  readonly error_debug?: string;
  /** Accepted for compatibility: the client is told in a redirect, which has a status of its own. */
  readonly status_code?: number;
}
