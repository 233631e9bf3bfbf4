import { type Columns, decode, encode, type RawRow, type RowOf, type Value } from "./columns.ts";
import {
  bindPositions,
  insertOne,
  type Insertion,
  parametersIn,
  type Update,
  updateOne,
} from "./sql.ts";

/**
 * A verb of the store is a script: a generator that yields statements and receives their rows.
 *
 * One text serves both databases. SQLite runs a script to its end synchronously; PostgreSQL awaits each result. On either
 * the whole script is one transaction, so a verb is atomic.
 */
export type Script<T> = Generator<Step, T, readonly RawRow[]>;

/** The statement that a script runs next. Its parameters are `$1`, `$2`, … */
export interface Step {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** A statement with named parameters: `:name` in its text stands for the value of that name. */
interface Definition<Given extends Columns> {
  readonly given?: Given;
  readonly sql: string;
}

/** A statement that returns rows with the columns `returns`, each checked. */
export function query<Returns extends Columns, Given extends Columns = {}>({
  given,
  returns,
  sql,
}: Definition<Given> & { readonly returns: Returns }): (
  values: RowOf<Given>,
) => Script<readonly RowOf<Returns>[]> {
  const parameters: Columns = given ?? {};
  const text = bindPositions(sql, parameters);
  return function* run(values) {
    const rows = yield { sql: text, values: encode(parameters, values) };
    return rows.map((row) => decode(returns, row));
  };
}

/** A statement whose rows do not matter. The result is how many rows its `returning` clause returned, if it has one. */
export function command<Given extends Columns = {}>({
  given,
  sql,
}: Definition<Given>): (values: RowOf<Given>) => Script<number> {
  const parameters: Columns = given ?? {};
  const text = bindPositions(sql, parameters);
  return function* run(values) {
    const rows = yield { sql: text, values: encode(parameters, values) };
    return rows.length;
  };
}

/** A row to be inserted. */
export interface NewRow {
  readonly insertion: Insertion;
  readonly values: readonly Value[];
}

/** A row to be inserted, its values given by name. */
export function newRow<C extends Columns>(insertion: Insertion<C>, row: RowOf<C>): NewRow {
  return { insertion, values: encode(insertion.columns, row) };
}

/** Inserts a row; part of a script. */
export function* insertRow({ insertion, values }: NewRow): Script<void> {
  yield { sql: insertOne(insertion), values };
}

/** Updates a row if it meets the condition; part of a script. False when it does not. */
export function* updateRow<Given extends Columns>(
  update: Update<Given>,
  values: RowOf<Given>,
): Script<boolean> {
  const rows = yield {
    sql: `${updateOne(update)} returning 1 as updated`,
    values: encode(update.given, values),
  };
  return rows.length > 0;
}

/** Takes an update back, if it has an undo and the row is still as the update left it; part of a script. */
export function* undoUpdate({ undo, ...update }: Update, values: readonly Value[]): Script<void> {
  if (undo === undefined) return;
  // PostgreSQL rejects a statement with a parameter that its text does not use.
  const used = parametersIn(`${undo.set} ${undo.where}`);
  const all = Object.entries(update.given);
  const given = Object.fromEntries(all.filter(([name]) => used.has(name)));
  yield {
    sql: updateOne({ ...update, ...undo, given }),
    values: values.filter((_, index) => used.has(all[index]?.[0] ?? "")),
  };
}
