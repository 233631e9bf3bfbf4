/**
 * A verb of the store is a script: a generator that yields statements and is handed their rows.
 *
 * One text serves both databases. SQLite runs a script to its end without letting go of the thread; PostgreSQL awaits
 * each answer. Either way the whole script is one transaction, so a verb is atomic without saying so.
 */
export type Script<T> = Generator<Step, T, readonly Row[]>;

/** What a script asks the database for next. */
export interface Step {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** What a column may hold. */
export type Value = string | number | Uint8Array | null;

/** A row as the database answers it. */
export type Row = Readonly<Record<string, Value>>;

/**
 * Turns an SQL text with parameters `$1`, `$2`, … into a step of a script. `Answer` is what the text selects; it is
 * believed, because the text and the type stand beside one another.
 */
export function statement<Answer extends object = Row>(
  sql: string,
): (...values: readonly Value[]) => Script<readonly Answer[]> {
  return function* ask(...values) {
    return (yield { sql, values }) as unknown as readonly Answer[];
  };
}

/** Rows that many requests add at the same time, and that therefore travel in one statement. */
export interface Insertion {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * A change that a request makes to a row of its own, if the row still is what it saw. Many requests do so at the same time,
 * and their changes may therefore travel in one statement.
 */
export interface Swap {
  readonly table: string;
  readonly key: Column;
  /** What must be as the caller saw it. */
  readonly seen: Column;
  readonly set: readonly Column[];
  /** What else must hold of the row. */
  readonly provided?: string;
}

interface Column {
  readonly name: string;
  readonly type: "bytea" | "bigint";
}

/** A look-up by one key that many requests make at the same time, and that may therefore be asked as one question. */
export interface Lookup {
  readonly table: string;
  /** The column that is looked up by. No two rows share a value. */
  readonly key: string;
  /** What is wanted of the row, with commas between. */
  readonly columns: string;
}
