/** What one request, or one sign-in, costs a server and its PostgreSQL: the figures that sizes are calculated from. */
export interface Footprint {
  readonly kind: Kind;
  /** Processor time of the server, in microseconds. */
  readonly server_us: number;
  /** Processor time of all processes of PostgreSQL. */
  readonly database_us: number;
  /** Transactions of the database. A batch of requests is one. */
  readonly transactions: number;
  /** Bytes of the write-ahead log. */
  readonly log_bytes: number;
  /** By how much the database grew. */
  readonly stored_bytes: number;
  /** What PostgreSQL wrote to its disk in a longer run between two checkpoints: log, tables and indexes. */
  readonly written_bytes: number;
  /** How many were measured. */
  readonly count: number;
}

/** `token` is a token request with `client_credentials`, `sign_in` a code flow of nine requests. */
export type Kind = "token" | "introspection" | "refresh" | "sign_in";

/** A run of `npm run bench:footprint`. */
export interface FootprintRun {
  /** Requests that were under way at once: batches are as large as this allows. */
  readonly connections: number;
  /** How long the run of each kind was whose writes were counted. */
  readonly written_over_s: number;
  readonly footprints: readonly Footprint[];
}
