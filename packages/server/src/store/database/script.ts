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
export function statement<Response extends object = Row>(
  sql: string,
): (...values: readonly Value[]) => Script<readonly Response[]> {
  return function* ask(...values) {
    return (yield { sql, values }) as unknown as readonly Response[];
  };
}

/** What a column may be, in the words of PostgreSQL. */
type Type = "bytea" | "bigint" | "text";

/** The names and types of the values that a request hands over, in the order in which it does. */
export type Given = Readonly<Record<string, Type>>;

/** Rows that many requests add at the same time, and that therefore travel in one statement. */
export interface Insertion {
  readonly table: string;
  readonly columns: Given;
  /** The columns that no two rows share, and what becomes of the row that is there. Without it, that is an error. */
  readonly on_conflict?: { readonly key: readonly string[]; readonly set: string };
}

/** A row to be added. */
export interface Addition {
  readonly insertion: Insertion;
  readonly values: readonly Value[];
}

/**
 * A change that a request makes to a row of its own, if the row still is as it must be. Many requests do so at the same
 * time, and their changes may therefore travel in one statement. Texts say `given.version` for the value of that name.
 */
export interface Update {
  readonly table: string;
  /** The first of them is the key of the row. */
  readonly given: Given;
  readonly set: string;
  /** Names its columns in full, `flow.version`: `given` may have some of the same name. */
  readonly where: string;
  /** Takes the change back, if the row is still as the change left it: as `undo` of a write. */
  readonly undo?: { readonly set: string; readonly where: string };
}

/** A look-up that many requests make at the same time, and that may therefore be asked as one question. */
export interface Lookup {
  readonly given: Given;
  /** Says `given.sid` for the value of that name. Of the rows it finds, the first is meant. */
  readonly select: string;
  /** Those of the columns it selects that hold bytes. */
  readonly bytes?: readonly string[];
}
