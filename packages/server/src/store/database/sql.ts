import { memoize } from "../../memoize.ts";
import { type Columns, integer, type Value } from "./columns.ts";

/**
 * Writes SQL. Texts name their parameters, `:client_id`. Each becomes a position, `$1`, where one request runs the statement
 * alone, and a column of the set `given` where PostgreSQL runs it for a batch of requests.
 */

/** How rows of one table are inserted. Rows of concurrent requests share a statement. */
export interface Insertion<C extends Columns = Columns> {
  readonly table: string;
  readonly columns: C;
  /** The unique columns, and how a row that exists already is updated. Without it, a duplicate is an error. */
  readonly on_conflict?: { readonly key: readonly string[]; readonly set: string };
  /** The primary key, where a value of it was made at random by this process: to insert such a row twice is to insert it once. */
  readonly random_key?: string;
}

/**
 * An update of one row by its key, if the row meets a condition: a compare-and-swap. Updates of concurrent requests share a
 * statement. `:version` in `set`, `where` and `undo` stands for the value of that name.
 */
export interface Update<Given extends Columns = Columns> {
  readonly table: string;
  /** The first is the key of the row. */
  readonly given: Given;
  readonly set: string;
  /** Qualifies its columns, `flow.version`: a parameter may have the same name. */
  readonly where: string;
  /** Takes the update back if the row is still as the update left it (`WriteOptions.undo`). */
  readonly undo?: { readonly set: string; readonly where: string };
}

/**
 * A lookup of one row, whose columns have the values of the same names in `given`. Lookups of concurrent requests share a statement
 * or a transaction.
 */
export interface Lookup<Given extends Columns = Columns, Returns extends Columns = Columns> {
  readonly table: string;
  readonly given: Given;
  readonly returns: Returns;
  /** The column of `given` that says where the row is, and distinguishes no rows that the others do not. */
  readonly placed_by?: string;
  /** What is read as a column: `:generation` stands for the value of that name in `given`, which is then no condition. */
  readonly expressions?: Readonly<Record<string, string>>;
  /** More conditions, without parameters. */
  readonly where?: string;
  /** Of several rows, the one with the greatest values of these columns is the result. */
  readonly latest_by?: readonly string[];
}

const PARAMETER = /(?<!:):(\w+)/g;

/**
 * Replaces named parameters by positions, which are those of the columns. Throws, when the module is loaded, where a name is not
 * declared or not used: PostgreSQL cannot infer the type of a parameter that is not used. SQLite reads `$1` as `?1` (`sqlite.ts`).
 */
export function bindPositions(sql: string, given: Columns): string {
  const known = Object.keys(given);
  const used = parametersIn(sql);
  const unused = known.filter((name) => !used.has(name));
  if (unused.length > 0)
    throw new Error(`The parameters ${unused.join(", ")} are not used in: ${sql}`);
  const lossy = known.find((name) => given[name]?.takes === "new" && changes(sql, name));
  if (lossy !== undefined)
    throw new Error(
      `The document ${lossy} loses fields of a newer server, without \`replacing\`: ${sql}`,
    );
  return sql.replaceAll(PARAMETER, (_, name: string) => {
    const index = known.indexOf(name);
    if (index === -1) throw new Error(`No parameter is named ${name} in: ${sql}`);
    return `$${index + 1}`;
  });
}

/** Whether a statement replaces the value of a column by the parameter of its name. */
function changes(sql: string, name: string): boolean {
  const [, ...after] = sql.split(/\bset\b/);
  return [...after.join("").matchAll(ASSIGNED)].some(([, column]) => column === name);
}

/** A column, and the parameter of its name that it gets. */
const ASSIGNED = /\b(\w+) = [^,]*?(?::|excluded\.)\1\b/g;

/** The names of the parameters of a text. */
export function parametersIn(sql: string): ReadonlySet<string> {
  return new Set([...sql.matchAll(PARAMETER)].map(([, name = ""]) => name));
}

/** The names of columns, as a select list. */
export function names(columns: Columns): string {
  return Object.keys(columns).join(", ");
}

/** The columns and parameters of an insert: `(a, b) values (:a, :b)`. */
export function insertValues(columns: Columns): string {
  const parameters = Object.keys(columns).map((name) => `:${name}`);
  return `(${names(columns)}) values (${parameters.join(", ")})`;
}

/** Collects the values of a text that is put together from conditions: returns the parameter that stands for each. */
export function createParameters() {
  const parameters: Record<string, Columns[string]> = {};
  const given: Record<string, unknown> = {};
  return {
    parameters,
    given,
    add: (column: Columns[string], value: unknown): string => {
      const name = `value_${Object.keys(given).length + 1}`;
      parameters[name] = column;
      given[name] = value;
      return `:${name}`;
    },
  };
}

/** Inserts one row. */
export const insertOne = memoize(({ table, columns, on_conflict }: Insertion) =>
  bindPositions(
    `insert into ${table} ${insertValues(columns)} ${onConflict(on_conflict)}`,
    columns,
  ),
);

function onConflict(clause: Insertion["on_conflict"]): string {
  return clause ? `on conflict (${clause.key.join(", ")}) do update set ${clause.set}` : "";
}

/** Updates one row. */
export const updateOne = memoize(({ table, given, set, where }: Omit<Update, "undo">) =>
  bindPositions(`update ${table} set ${set} where ${where}`, given),
);

/** Looks one row up. */
export function selectOne(lookup: Lookup): string {
  const { table, given, returns, where, latest_by } = lookup;
  const columns = Object.keys(returns).map((name) => `${expressionOf(lookup, name)} as ${name}`);
  const conditions = conditionsOf(lookup).map((name) => `${table}.${name} = :${name}`);
  if (where !== undefined) conditions.push(where);
  const order = latest_by?.map((name) => `${table}.${name} desc`);
  const sql = `select ${columns.join(", ")} from ${table} where ${conditions.join(" and ")}
    ${order === undefined ? "" : `order by ${order.join(", ")} limit 1`}`;
  return bindPositions(sql, given);
}

function expressionOf({ table, expressions }: Lookup, column: string): string {
  return expressions?.[column] ?? `${table}.${column}`;
}

/** The columns that must have the values of their names. */
export function conditionsOf({ given, expressions = {} }: Lookup): string[] {
  const used = parametersIn(Object.values(expressions).join(" "));
  return Object.keys(given).filter((name) => !used.has(name));
}

/**
 * The statements below are PostgreSQL's and serve a batch of requests. Each column is one parameter, an array with an element
 * for each request, so one prepared statement serves batches of any size. `place` is the position of a request in its batch,
 * from one; `first` is the number of the first parameter.
 */

/** Inserts a batch of rows. */
export function insertMany({ table, columns, on_conflict }: Insertion, first = 1): string {
  return `insert into ${table} (${names(columns)}) select * from unnest(${arrayParameters(columns, first)}) ${onConflict(on_conflict)}`;
}

/**
 * Inserts so many rows, each with parameters of its own: a distributed database sees from them where the rows are, and not from
 * arrays. Rows that may have been inserted before are left as they are.
 */
export function insertEach(
  { table, columns, random_key = "" }: Insertion,
  count: number,
  maybe_inserted: boolean,
): string {
  const types = Object.values(columns).map(({ type }) => type);
  const rows = Array.from({ length: count }, (_, row) => {
    const places = types.map((type, index) => `$${row * types.length + index + 1}::${type}`);
    return `(${places.join(", ")})`;
  });
  const onDuplicate = maybe_inserted ? ` on conflict (${random_key}) do nothing` : "";
  return `insert into ${table} (${names(columns)}) values ${rows.join(", ")}${onDuplicate}`;
}

/** Inserts those of a batch of rows whose `place` the query `places` selects. */
export function insertManyAt(insertion: Insertion, first: number, places: string): string {
  const { table, columns, on_conflict } = insertion;
  const given = `unnest(${arrayParameters(withPlace(columns), first)}) as given (${names(columns)}, place)`;
  return `insert into ${table} (${names(columns)}) select ${names(columns)} from ${given}
    where given.place in (${places}) ${onConflict(on_conflict)}`;
}

/** The parameters of `insertManyAt`. */
export function withPlace(columns: Columns): Columns {
  return { ...columns, place: integer };
}

/** Makes a batch of updates, and returns the `place` of each that was made. */
export function updateMany({ table, given, set, where }: Update, first = 1): string {
  return `update ${table} set ${bindBatch(set)} from ${givenSet(given, first)} where ${bindBatch(where)} returning given.place as place`;
}

/**
 * Looks a batch of rows up by these columns, and returns them as one JSON document: the driver takes a tenth of an introspection to
 * read them as rows. Each is a list of the columns that are conditions, then of those that are read. `= any` lets a distributed
 * database find the rows where they are; which row answers which lookup is decided here. A parameter of an expression is found by
 * the position of the first column.
 */
export function selectMany(lookup: Lookup, by: readonly string[], given = lookup.given): string {
  const { list, table, conditions } = manyParts(lookup, by, given);
  return `select json_agg(${list}) as found from ${table} where ${conditions.join(" and ")}`;
}

/** The same where the table is partitioned by the first of these columns. */
export function selectFromPartitions(
  lookup: Lookup,
  by: readonly string[],
  given = lookup.given,
): string {
  const { list, table, conditions, first } = manyParts(lookup, by, given);
  const rest = [FEW_KEYS, ...conditions.slice(1)].join(" and ");
  return `select json_agg(${list}) as found
     from unnest(${first.array}) as given (key) join ${table} on ${table}.${first.name} = given.key where ${rest}`;
}

/** The same with a row for each, where the nodes of a distributed database would have to put their documents together. */
export function selectEach(lookup: Lookup, by: readonly string[], given = lookup.given): string {
  const { list, table, conditions } = manyParts(lookup, by, given);
  return `select ${list} as found from ${table} where ${conditions.join(" and ")}`;
}

function manyParts(lookup: Lookup, by: readonly string[], given: Columns) {
  const { table, returns, where } = lookup;
  const namesGiven = Object.keys(given);
  const array = (name: string): string =>
    `$${namesGiven.indexOf(name) + 1}::${given[name]?.type ?? "text"}[]`;
  const [first = ""] = by;
  const columns = [
    ...conditionsOf(lookup).map((name) => `${table}.${name}`),
    ...Object.keys(returns).map((name) =>
      expressionOf(lookup, name).replaceAll(
        PARAMETER,
        (_, parameter: string) =>
          `(${array(parameter)})[array_position(${array(first)}, ${table}.${first})]`,
      ),
    ),
  ];
  const conditions = by.map((name) => `${table}.${name} = any(${array(name)})`);
  if (where !== undefined) conditions.push(where);
  const list = `json_build_array(${columns.join(", ")})`;
  return { list, table, conditions, first: { name: first, array: array(first) } };
}

/**
 * True of every key of a table that is partitioned, of which all begin with a time. PostgreSQL finds the one partition of a key when it
 * is joined, and none for an array. It estimates that the condition leaves one key: otherwise it would plan the join, which takes longer
 * than the join itself, for every batch that is smaller than its estimate.
 */
const FEW_KEYS = String.raw`given.key between '\x' and '\xffffffffffffffff'`;

function bindBatch(sql: string): string {
  return sql.replaceAll(PARAMETER, "given.$1");
}

function givenSet(given: Columns, first: number): string {
  return `unnest(${arrayParameters(given, first)}) with ordinality as given (${names(given)}, place)`;
}

function arrayParameters(columns: Columns, first: number): string {
  return Object.values(columns)
    .map(({ type }, index) => `$${first + index}::${type}[]`)
    .join(", ");
}

/** The arrays of a batch, one for each column, in the text format of PostgreSQL. */
export function arraysOf(columns: Columns, rows: readonly (readonly Value[])[]): string[] {
  return Object.keys(columns).map((_, column) => {
    const elements = rows.map((row) => arrayElement(row[column] ?? null));
    return `{${elements.join()}}`;
  });
}

function arrayElement(value: Value): string {
  if (typeof value === "number") return String(value);
  if (value === null) return "null";
  if (typeof value === "string") {
    return `"${NEEDS_ESCAPE.test(value) ? value.replaceAll(/["\\]/g, String.raw`\$&`) : value}"`;
  }
  return `"\\\\x${asBuffer(value).toString("hex")}"`;
}

const NEEDS_ESCAPE = /["\\]/;

/** The values of the unique columns of a row, as one text. */
export function conflictKey({ columns, on_conflict }: Insertion, row: readonly Value[]): string {
  const all = Object.keys(columns);
  return (on_conflict?.key ?? all).map((name) => keyText(row[all.indexOf(name)] ?? null)).join(" ");
}

/** A value as a key of a map. */
export function keyText(value: Value): string {
  return value instanceof Uint8Array ? asBuffer(value).toString("latin1") : String(value);
}

/** A view of the same bytes: `Buffer.from(value)` would copy them. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
