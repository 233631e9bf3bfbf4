/** A database of another server. Every query is bounded in time, and none of them writes. */
export interface Database {
  readonly name: "SQLite" | "PostgreSQL" | "MySQL";
  /** The columns of each table that can be read. */
  tables(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Values are in the place of each `?`. */
  query(sql: string, values?: readonly Value[]): Promise<readonly Row[]>;
  /** The same, some rows at a time. Only within a snapshot. */
  stream(sql: string, values?: readonly Value[]): AsyncIterable<readonly Row[]>;
  /** All queries of the work see one state of the database, whatever a server writes meanwhile. One at a time. */
  snapshot<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Another text whenever a transaction was committed since; undefined where the database does not say. */
  mark(): Promise<string | undefined>;
  /** About how many bytes each table takes, with its indexes; empty where the database does not say. */
  sizes(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export type Value = string | number | null;

/** JSON and times are text, numbers that may be large are bigints or text. */
export type Cell = string | number | bigint | boolean | null | Uint8Array;

export type Row = Readonly<Record<string, Cell>>;

/** Rows that `stream` has at a time. */
export const STREAMED_ROWS = 5_000;

/** How long a query may take. */
export const QUERY_TIMEOUT_MS = 120_000;

/** How long it may take to connect. */
export const CONNECT_TIMEOUT_MS = 15_000;

/** Runs work between the statements that begin and end a transaction. */
export async function within<Result>(
  query: Database["query"],
  begin: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await query(begin);
  try {
    return await work();
  } finally {
    await query("ROLLBACK").catch(() => undefined); // Nothing was written; the next query shows a connection that is gone.
  }
}
