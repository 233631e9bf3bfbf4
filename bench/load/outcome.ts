/** What a load generator saw. */
export interface Outcome {
  /** Everything the server was asked, lead-in and all. */
  readonly count: number;
  /** Requests or flows each second. */
  readonly rate: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}
