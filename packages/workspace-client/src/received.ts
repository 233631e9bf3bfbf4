/** What is kept of an answer while it is read. Headers are gone by then. */
export interface Received {
  /** Whether the status is a success. */
  readonly ok: boolean;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** The JSON that came, `undefined` where it was none. */
  readonly body: unknown;
}
