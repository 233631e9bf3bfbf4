import { memoize } from "../../memoize.ts";
import type { Given, Insertion, Lookup, Row, Step, Update, Value } from "../database/script.ts";
import { onConflict } from "../database/single.ts";

/** What one request hands over. */
type Values = readonly Value[];

/** The statement that inserts these rows. Where a row may be there already, no two may be the same. */
export function insertAll(insertion: Insertion, rows: readonly Values[]): Step {
  return { sql: insertText(insertion), values: columnsOf(insertion.columns, rows) };
}

/**
 * The statement that makes these changes; no two may be of the same row. It answers the `place` of each that was made,
 * counted from one.
 */
export function updateAll(update: Update, changes: readonly Values[]): Step {
  return { sql: updateText(update), values: columnsOf(update.given, changes) };
}

/**
 * The statement that looks all of these up. It answers one document of all rows that were found: to the driver each row is a
 * message, made into an object column by column, and a tenth of an introspection went into that.
 */
export function findAll(lookup: Lookup, questions: readonly Values[]): Step {
  return { sql: lookupText(lookup), values: columnsOf(lookup.given, questions) };
}

/** The rows of such an answer, each at the place of its question, counted from one. */
export function rowsFound({ bytes = [] }: Lookup, answer: readonly Row[]): readonly Row[] {
  const [{ found } = { found: null }] = answer as unknown as readonly { found: Found[] | null }[];
  const rows: Row[] = [];
  for (const row of found ?? []) {
    for (const name of bytes) row[name] = fromHex(row[name]);
    rows[row.place] = row;
  }
  return rows;
}

/** A row as JSON has it, where bytes are spelled as text. */
interface Found extends Record<string, Value> {
  readonly place: number;
}

function fromHex(spelled: Value | undefined): Uint8Array | null {
  return typeof spelled === "string" ? Buffer.from(spelled.slice(HEX_MARK.length), "hex") : null;
}

const HEX_MARK = "\\x";

const insertText = memoize((insertion: Insertion) => insertRows(insertion, 1));
const updateText = memoize((update: Update) => updateRows(update, 1));

/** The text that inserts any number of rows, its parameters counted from `first`. */
export function insertRows({ table, columns, on_conflict }: Insertion, first: number): string {
  const names = Object.keys(columns).join(", ");
  return `insert into ${table} (${names}) select * from unnest(${arrays(columns, first)}) ${onConflict(on_conflict)}`;
}

/** The same, of rows that belong to changes: each says the place of its own, and is inserted if that is among those made. */
export function insertRowsIf(insertion: Insertion, first: number, places_made: string): string {
  const { table, columns, on_conflict } = insertion;
  const names = Object.keys(columns).join(", ");
  const given = `unnest(${arrays(withPlace(columns), first)}) as given (${names}, place)`;
  return `insert into ${table} (${names}) select ${names} from ${given}
    where given.place in (${places_made}) ${onConflict(on_conflict)}`;
}

/** What such a row hands over. */
export function withPlace(columns: Given): Given {
  return { ...columns, place: "bigint" };
}

/** The text that makes any number of changes, likewise. */
export function updateRows({ table, given, set, where }: Update, first: number): string {
  return `update ${table} set ${set} from ${rowsOf(given, first)} where ${where} returning given.place as place`;
}

// One by one, by `limit`: a plan made while the table was small then cannot join it whole.
const lookupText = memoize(
  ({ given, select }: Lookup) =>
    `select json_agg(answer) as found from (
       select given.place as place, one.* from ${rowsOf(given, 1)}, lateral (${select} limit 1) as one
     ) as answer`,
);

function rowsOf(given: Given, first: number): string {
  const names = Object.keys(given).join(", ");
  return `unnest(${arrays(given, first)}) with ordinality as given (${names}, place)`;
}

function arrays(given: Given, first: number): string {
  return Object.values(given)
    .map((type, index) => `$${first + index}::${type}[]`)
    .join(", ");
}

/** A parameter for each column, however many rows there are: so one prepared statement serves any number of them. */
export function columnsOf(given: Given, rows: readonly Values[]): string[] {
  return Object.keys(given).map((_, column) => {
    const elements = rows.map((row) => element(row[column] ?? null));
    return `{${elements.join()}}`;
  });
}

/** A value as it is spelled in the text of an array. */
function element(value: Value): string {
  if (typeof value === "number") return String(value);
  if (value === null) return "null";
  if (typeof value === "string") return `"${needsEscape.test(value) ? escape(value) : value}"`;
  return `"\\\\x${hex(value)}"`;
}

const needsEscape = /["\\]/;

function escape(text: string): string {
  return text.replaceAll(/["\\]/g, "\\$&");
}

function hex({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("hex");
}
