/** What a load generator measured. */
export interface Outcome {
  /** Iterations including the lead-in. */
  readonly count: number;
  /** Requests or flows per second. */
  readonly rate: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}
