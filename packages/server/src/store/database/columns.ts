/**
 * Column maps. Each table is declared once, as a map from column names to column types. Rows are written and read by name,
 * their TypeScript type is derived from the map, and every value read is checked against it.
 */

/** A value as the driver of a database takes it. */
export type Value = string | number | Uint8Array | null;

/** A row as a driver returns it, before it is checked. */
export type RawRow = Record<string, unknown>;

/** A column whose values are of type `T` in TypeScript. */
export interface Column<T> {
  /** The type of the column in PostgreSQL, which needs it to unpack arrays of values. SQLite infers it from the value. */
  readonly type: "text" | "bigint" | "bytea";
  write(value: T): Value;
  /** Throws an `UnexpectedValueError`, without the value, when the database holds something else. */
  read(value: unknown): T;
  /** Of a column that holds documents: whether a new one may be written, or only one that replaces another. */
  readonly takes?: "new" | "replaced";
}

/** The columns of a table, of the parameters of a statement, or of its result. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row of these columns. */
export type RowOf<C extends Columns> = { readonly [K in keyof C]: ReturnType<C[K]["read"]> };

/** A table and its columns. */
export interface Table<C extends Columns> {
  readonly name: string;
  readonly columns: C;
}

/** Declares a table. */
export function table<const C extends Columns>(name: string, columns: C): Table<C> {
  return { name, columns };
}

/** A value that its column cannot hold: the schema is not the one that this version expects. */
class UnexpectedValueError extends Error {
  override readonly name = "UnexpectedValueError";

  constructor(expected: string, found: unknown) {
    super(`A column holds ${found === null ? "null" : typeof found} instead of ${expected}.`);
  }
}

/** One function for all columns whose values the drivers take as they are, so that V8 can inline it in `encode`. */
const asIs = <V extends Value>(value: V): V => value;

export const text: Column<string> = {
  type: "text",
  write: asIs,
  read: (value) => (typeof value === "string" ? value : fail("text", value)),
};

/** A count or a time. Every number that is stored fits a JavaScript number. */
export const integer: Column<number> = {
  type: "bigint",
  write: asIs,
  read: (value) => (typeof value === "number" ? value : fail("an integer", value)),
};

export const bytes: Column<Uint8Array> = {
  type: "bytea",
  write: asIs,
  read: (value) => (value instanceof Uint8Array ? value : fail("bytes", value)),
};

declare const origin: unique symbol;

/** A JSON document, as `Documents` writes it. */
export type DocumentText = string & { readonly [origin]: "new" | "replaced" };
/** One that keeps what a newer server added to the one before: `Documents.replace`. */
export type ReplacedText = string & { readonly [origin]: "replaced" };
/** The same, sealed: `SealedDocuments`. */
export type SealedDocument = Uint8Array & { readonly [origin]: "new" | "replaced" };
export type ReplacedSealed = Uint8Array & { readonly [origin]: "replaced" };

/** A document that may be replaced. A statement that does so is given `replacing(columns)`; another fails when it is loaded. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The text that such a column holds is a document.
export const documentText = { ...text, takes: "new" } as Column<DocumentText>;
/** The same, sealed. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Likewise.
export const sealedDocument = { ...bytes, takes: "new" } as Column<SealedDocument>;

/** Columns of which documents are replaced. */
export type Replacing<C extends Columns> = {
  readonly [K in keyof C]: Column<ReplacementOf<ReturnType<C[K]["read"]>>>;
};

type ReplacementOf<V> = V extends DocumentText
  ? ReplacedText
  : V extends SealedDocument
    ? ReplacedSealed
    : V;

/** The columns as a statement takes them that replaces their documents. */
export function replacing<C extends Columns>(columns: C): Replacing<C>;
export function replacing(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      column.takes === undefined ? column : { ...column, takes: "replaced" },
    ]),
  );
}

/** Bytes that the rest of the code has as base64url. */
export const id: Column<string> = {
  type: "bytea",
  write: (value) => Buffer.from(value, "base64url"),
  read: (value) => {
    const { buffer, byteOffset, byteLength } = bytes.read(value);
    return Buffer.from(buffer, byteOffset, byteLength).toString("base64url");
  },
};

/** A list of words without spaces, such as scopes. */
export const words: Column<readonly string[]> = {
  type: "text",
  write: (value) => value.join(" "),
  read(value) {
    const joined = text.read(value);
    return joined === "" ? [] : joined.split(" ");
  },
};

/** A boolean, stored as 0 or 1. */
export const flag: Column<boolean> = {
  type: "bigint",
  write: Number,
  read: (value) => integer.read(value) === 1,
};

/** One of a few texts. */
export function oneOf<T extends string>(...values: readonly T[]): Column<T> {
  return {
    type: "text",
    write: asIs,
    read: (value) => values.find((known) => known === value) ?? fail(values.join(" or "), value),
  };
}

/** A column that may be null, which is undefined in TypeScript. */
export function optional<T>(column: Column<T>): Column<T | undefined> {
  return {
    ...column,
    write: (value) => (value === undefined ? null : column.write(value)),
    read: (value) => (value === null ? undefined : column.read(value)),
  };
}

function fail(expected: string, found: unknown): never {
  throw new UnexpectedValueError(expected, found);
}

/** Some of the columns of a map. */
export function pick<C extends Columns, const K extends keyof C & string>(
  columns: C,
  ...names: readonly K[]
): { readonly [Name in K]: C[Name] };
export function pick(columns: Columns, ...names: readonly string[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));
}

/** The values of a row, in the order of the columns. */
export function encode(columns: Columns, row: Readonly<Record<string, unknown>>): Value[] {
  const values: Value[] = [];
  for (const name in columns) values.push(columns[name]?.write(row[name]) ?? null);
  return values;
}

/** Checks a row that a driver returned and converts its values, in place: a second object for each row costs twice as much. */
export function decode<C extends Columns>(columns: C, row: RawRow): RowOf<C> {
  assertRow(columns, row);
  return row;
}

function assertRow<C extends Columns>(columns: C, row: RawRow): asserts row is RowOf<C> & RawRow {
  for (const name in columns) {
    const value = row[name];
    const converted = columns[name]?.read(value);
    if (converted !== value) row[name] = converted;
  }
}
