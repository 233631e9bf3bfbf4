import type { Insertion, Lookup, Row, Script, Swap, Value } from "./script.ts";

/** What the store needs of a database. SQLite and PostgreSQL differ below this line and nowhere else. */
export interface Database {
  readonly dialect: Dialect;

  /** Runs a script that only reads. */
  read<T>(script: () => Script<T>): Promise<T>;

  /** Finds one row by its key. Look-ups made in the same tick may share a question. */
  find(lookup: Lookup, key: Value): Promise<Row | undefined>;

  /**
   * Runs a script as one transaction and resolves when it is durable. Scripts that arrive together share a commit; one
   * that throws takes nothing with it but itself. It is a function because a lost race is answered by running it again.
   */
  write<T>(script: () => Script<T>, order?: Order): Promise<T>;

  /** Adds a row and resolves when it is durable. Rows that arrive together share a statement and a commit. */
  insert(insertion: Insertion, values: readonly Value[]): Promise<void>;

  /**
   * Changes a row by its key if it still is what the caller saw, and resolves when that is durable: with false when another
   * was first. `values` are the key, what was seen, and what is set, in the order of the swap.
   */
  swap(swap: Swap, values: readonly [key: Value, seen: Value, ...set: Value[]]): Promise<boolean>;

  close(): Promise<void>;
}

/**
 * How the scripts of one commit may follow one another. `in turn`: each to its end before the next. `interleaved`: step by
 * step among others of its kind. That is for scripts whose first statement decides whether they go on, and whose rows
 * nobody else touches after that; over a socket their questions then travel together.
 */
export type Order = "in turn" | "interleaved";

/** The few words in which the two databases spell a table differently. */
export interface Dialect {
  readonly bytes: string;
  /** Said after a table whose rows should lie in the order of their key. */
  readonly in_key_order: string;
}
