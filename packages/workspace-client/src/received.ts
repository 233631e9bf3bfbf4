/** A response without its headers. */
export interface Received {
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Parsed JSON; `undefined` if the body is not JSON. */
  readonly body: unknown;
}
