import type { DatabaseSync, StatementSync } from "node:sqlite";
import { memoize } from "../../memoize.ts";
import type { RawRow, Value } from "../database/columns.ts";
import {
  insertOne,
  type Insertion,
  type Lookup,
  selectOne,
  type Update,
  updateOne,
} from "../database/sql.ts";
import type { Script, Step } from "../database/statement.ts";
import type { Outcome, PendingWrite } from "../database/write-batch.ts";

/** The statements of a connection, each prepared once. */
export interface Statements {
  readonly run: (step: Step) => readonly RawRow[];
  /** Carries out a write within a transaction. */
  readonly perform: (pending: PendingWrite) => Outcome;
  readonly lookUp: (lookup: Lookup, values: readonly Value[]) => RawRow | undefined;
}

export function createStatements(connection: DatabaseSync): Statements {
  const prepare = (sql: string): StatementSync =>
    connection.prepare(sql.replaceAll(/\$(\d+)/g, "?$1"));
  const statements = new Map<string, Run>();
  // Batches are run row by row: a statement costs nothing to start in this process, and binding arrays costs more.
  const insertions = memoize((insertion: Insertion) => prepare(insertOne(insertion)));
  const updates = memoize((update: Update) => prepare(updateOne(update)));
  const lookups = memoize((lookup: Lookup) => reader(prepare(selectOne(lookup))));

  const run = ({ sql, values }: Step): readonly RawRow[] => {
    let prepared = statements.get(sql);
    if (prepared === undefined)
      statements.set(sql, (prepared = prepareStatement(prepare(sql), sql)));
    return prepared(values);
  };

  const perform = (pending: PendingWrite): Outcome => {
    if (pending.kind === "script") return runScript(pending.script(), run);
    const wasMade = pending.kind === "insert" || changes(updates(pending.update), pending.values);
    if (wasMade)
      for (const { insertion, values } of pending.rows) insertions(insertion).run(...values);
    return pending.kind === "insert" ? pending.outcome : pending.outcome(wasMade);
  };

  return { run, perform, lookUp: (lookup, values) => lookups(lookup).get(values) };
}

/** Runs a script to its end. */
export function runScript<T>(script: Script<T>, run: (step: Step) => readonly RawRow[]): T {
  let next = script.next([]);
  while (next.done !== true) next = script.next(run(next.value));
  return next.value;
}

/** Runs a prepared statement. */
type Run = (values: readonly Value[]) => readonly RawRow[];

function prepareStatement(statement: StatementSync, sql: string): Run {
  if (/^\s*select|\breturning\b/.test(sql)) return reader(statement).all;
  return (values) => {
    statement.run(...values);
    return [];
  };
}

/** Whether an update changed a row. */
function changes(statement: StatementSync, values: readonly Value[]): boolean {
  return Number(statement.run(...values).changes) > 0;
}

/** A statement that returns rows. */
interface Reader {
  readonly get: (values: readonly Value[]) => RawRow | undefined;
  readonly all: (values: readonly Value[]) => readonly RawRow[];
}

/** Reads rows as arrays and names their values here: the objects that the driver makes are slower to make and to read. */
function reader(statement: StatementSync): Reader {
  statement.setReturnArrays(true);
  let names: readonly string[] | undefined; // Known once the statement has run: a migration may have added columns since it was prepared.
  const toRow = (values: unknown): RawRow => {
    if (!Array.isArray(values)) throw new TypeError("The driver returned no array.");
    const row: RawRow = {};
    names ??= statement.columns().map(({ name }) => name);
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ""] = values[index];
    return row;
  };
  return {
    get(values) {
      const row = statement.get(...values);
      return row && toRow(row);
    },
    all: (values) => statement.all(...values).map(toRow),
  };
}
