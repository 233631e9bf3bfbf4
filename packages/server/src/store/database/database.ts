import type { Columns, RowOf } from "./columns.ts";
import type { Lookup, Update } from "./sql.ts";
import type { NewRow, Script } from "./statement.ts";

/** Connections that are lent or idle, and callers that wait for one. */
export interface ConnectionUsage {
  readonly in_use: number;
  readonly idle: number;
  readonly waiting: number;
}

/** What the store needs of a database. SQLite and PostgreSQL differ below this interface and nowhere else. */
export interface Database {
  readonly dialect: Dialect;

  /** Runs a script that only reads. */
  read<T>(script: () => Script<T>): Promise<T>;

  /**
   * The same where the result may be some seconds old, and nothing that is decided by it: lists to look at, counts, statistics.
   * It may be run on a replica, so it must not be used for what a caller has just written, to authenticate, or to refuse.
   */
  readStale<T>(script: () => Script<T>): Promise<T>;

  /** Looks one row up. Concurrent lookups form a read batch. */
  find<Given extends Columns, Returns extends Columns>(
    lookup: Lookup<Given, Returns>,
    values: RowOf<Given>,
  ): Promise<RowOf<Returns> | undefined>;

  /**
   * Runs a script as one transaction and resolves when it is durable. Concurrent writes form a write batch and share a commit;
   * one that throws is rolled back alone. It is a function because a transaction may have to be run again.
   */
  write<T>(script: () => Script<T>, options?: WriteOptions<T>): Promise<T>;

  /**
   * Runs a script that changes the schema as a transaction of its own, beside the writes, on a database that has sessions. It waits for
   * locks briefly, because other sessions queue behind it, and rejects where it does not get them.
   */
  readonly define?: <T>(script: () => Script<T>) => Promise<T>;

  /** Tells which tables are partitioned by their keys: lookups are faster by another statement, and correct by either. */
  readonly notePartitioned?: (tables: Iterable<string>) => void;

  /** Inserts rows, all or none, and resolves when they are durable. Part of a write batch, as `update` is. */
  insert(...rows: readonly NewRow[]): Promise<void>;

  /**
   * Updates a row if it meets the condition, inserts `rows` if it did, and resolves when that is durable. False when another
   * request was first, and then nothing is written.
   */
  update<Given extends Columns>(
    update: Update<Given>,
    values: RowOf<Given>,
    ...rows: readonly NewRow[]
  ): Promise<boolean>;

  /** Rejects when the database does not respond or accepts no writes: reading does not detect a full or read-only disk. */
  check(): Promise<void>;

  /**
   * Whether the database was unavailable around that time (milliseconds since the epoch), so that a write of that time may have
   * been committed although its caller received a 503. Such a write is undone as soon as the database is available again.
   */
  wasUnavailable(at_ms: number): boolean;
  /** How its connections are used right now; absent where there is no pool of them. */
  readonly usage?: () => ConnectionUsage;

  close(): Promise<void>;
}

interface WriteOptions<T> {
  /** Without a deadline, as migrations are. Only a lock is not waited for without end (`migrations/lock-waits.ts`). */
  readonly unlimited?: boolean | undefined;
  /**
   * Takes the write back, given its result. It runs when the write was committed but its outcome was unknown and its caller
   * received a 503: then the caller can present the same code or token again.
   */
  readonly undo?: ((result: T) => Script<unknown> | undefined) | undefined;
}

/** The few words in which the two databases spell a table differently. Only migrations need them. */
export interface Dialect {
  readonly bytes: string;
  /** Follows a table whose rows should lie in the order of their key. */
  readonly in_key_order: string;
  /** Whether other sessions can hold locks, and be asked about. */
  readonly has_sessions?: boolean;
}
