import type { Addition, Lookup, Row, Script, Update, Value } from "./script.ts";

/** What the store needs of a database. SQLite and PostgreSQL differ below this line and nowhere else. */
export interface Database {
  readonly dialect: Dialect;

  /** Runs a script that only reads. */
  read<T>(script: () => Script<T>): Promise<T>;

  /** Finds one row. Look-ups that are made at the same time share a question or a moment. */
  find(lookup: Lookup, ...values: readonly Value[]): Promise<Row | undefined>;

  /**
   * Runs a script as one transaction and resolves when it is durable. Scripts that arrive together share a commit; one
   * that throws takes nothing with it but itself. It is a function because a lost race is answered by running it again.
   */
  write<T>(script: () => Script<T>, options?: WriteOptions<T>): Promise<T>;

  /** Adds rows, all or none, and resolves when they are durable. Those that arrive together share a statement and a commit. */
  insert(...additions: readonly Addition[]): Promise<void>;

  /**
   * Changes a row if it still is as it must be, adds others if so, and resolves when that is durable: with false when
   * another was first, and then nothing is written. Changes that arrive together share a statement and a commit.
   */
  update(
    update: Update,
    values: readonly Value[],
    ...additions: readonly Addition[]
  ): Promise<boolean>;

  /** Rejects when the database does not answer or takes no writes: a full or read-only disk is not noticed by reading. */
  check(): Promise<void>;

  /**
   * Whether the database was unavailable around that time (milliseconds since the epoch), so that a write of then may have
   * been committed although its caller was told 503. Such a write is undone as soon as the database is back.
   */
  wasUnavailable(at_ms: number): boolean;

  close(): Promise<void>;
}

/** What a write may ask for besides. */
export interface WriteOptions<T> {
  /** It may take as long as it takes, as migrations do. */
  readonly unlimited?: boolean | undefined;
  /**
   * Takes the write back, given what it came to. It is run when the write was committed but its caller was told 503 because
   * nobody knew: so that the code or token that the caller still holds can be presented again.
   */
  readonly undo?: ((result: T) => Script<unknown> | undefined) | undefined;
}

/** The few words in which the two databases spell a table differently. */
export interface Dialect {
  readonly bytes: string;
  /** Said after a table whose rows should lie in the order of their key. */
  readonly in_key_order: string;
}
