/** How a database keeps its tokens. */
export type Layout = "sqlite" | "plain" | "partitioned";

export const layouts: readonly Layout[] = ["sqlite", "plain", "partitioned"];

/** What requests cost, in microseconds of processor time, as medians of the rounds. */
export interface Cost {
  /** Of the server, with the database where that is part of it. */
  readonly server_us: number;
  /** Of PostgreSQL; 0 with SQLite. */
  readonly database_us: number;
  readonly rate: number;
  readonly rounds: readonly RoundCost[];
}

export interface RoundCost {
  readonly server_us: number;
  readonly database_us: number;
  readonly rate: number;
}

/** How rows go that have expired, while tokens are issued. */
export interface CleanUp {
  /** How many rows had expired. */
  readonly expired: number;
  readonly removed: number;
  readonly removed_per_second: number;
  /** Tokens issued in each second, meanwhile. */
  readonly issued_per_second: number;
  /** And in a time as long before. */
  readonly issued_before_per_second: number;
  readonly issued_p99_ms: number;
  /** How long dropping the partitions took; undefined where rows are deleted. */
  readonly dropping_ms: number | undefined;
  /** Rows that are dead and take space until a vacuum; 0 with SQLite, which uses the space again. */
  readonly dead_rows: number;
  /** How long the vacuum of the table takes after that, in seconds. */
  readonly vacuum_s: number;
  /** Bytes of the table and its indexes before and after, the vacuum included. */
  readonly bytes_before: number;
  readonly bytes_after: number;
}

/** What was measured of one store. */
export interface Stored {
  readonly layout: Layout;
  /** Live access tokens. */
  readonly size: number;
  readonly bytes_per_access_token: number;
  readonly bytes_per_grant: number;
  readonly filled_per_second: number;
  /** How many partitions have access tokens. */
  readonly windows: number;
  readonly issue: Cost;
  readonly introspect: Cost;
  readonly clean_up: CleanUp;
}

/** A run of `npm run bench:partitions`. */
export interface PartitionsRun {
  readonly measured: readonly Stored[];
}
