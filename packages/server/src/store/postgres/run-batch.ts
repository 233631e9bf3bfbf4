import {
  arraysOf,
  conflictKey,
  type Insertion,
  insertMany,
  keyText,
  updateMany,
} from "../database/sql.ts";
import type { NewRow, Script } from "../database/statement.ts";
import type { Outcome, PendingUpdate, PendingWrite } from "../database/write-batch.ts";
import { batchStatement } from "./batch-statement.ts";
import type { Connection } from "./connection.ts";
import { codeOf } from "../port/error-code.ts";
import { type Attempt, beginText, type Outcomes } from "./write-attempt.ts";

/** What the database turned out to support. */
export interface Capabilities {
  /** Several updates of one table in one statement, which CockroachDB rejects. */
  one_statement: boolean;
}

/**
 * Runs a batch as one transaction: one statement where that is possible. `attempt.commit_sent` says afterwards whether the
 * transaction may have been committed although this rejects.
 */
export async function runBatch(
  connection: Connection,
  batch: readonly PendingWrite[],
  attempt: Attempt,
  capabilities: Capabilities,
  deadline: number,
): Promise<Outcomes> {
  const statement = capabilities.one_statement ? batchStatement(batch, attempt) : undefined;
  if (statement === undefined) return runInTransaction(connection, batch, attempt, deadline);
  try {
    attempt.commit_sent = true;
    attempt.outcomesFrom = (made) => outcomesOf(batch, statement.updatesMade(made), new Map());
    const [row] = await connection.run(statement.step, deadline);
    return attempt.outcomesFrom(row?.["made"]);
  } catch (cause) {
    if (codeOf(cause) !== FEATURE_NOT_SUPPORTED) throw cause;
    capabilities.one_statement = false;
    attempt.commit_sent = false;
    return runInTransaction(connection, batch, attempt, deadline);
  }
}

const FEATURE_NOT_SUPPORTED = "0A000";

async function runInTransaction(
  connection: Connection,
  batch: readonly PendingWrite[],
  attempt: Attempt,
  deadline: number,
): Promise<Outcomes> {
  try {
    await connection.execute(beginText(attempt), deadline);
    const outcomes = await runEach(connection, batch, deadline);
    attempt.outcomesFrom = () => outcomes;
    attempt.commit_sent = true;
    await connection.execute("commit", deadline);
    return outcomes;
  } catch (cause) {
    if (!connection.isLost()) await rollBack(connection, deadline);
    throw cause;
  }
}

async function rollBack(connection: Connection, deadline: number): Promise<void> {
  try {
    await connection.execute("rollback", deadline);
  } catch {
    connection.destroy();
  }
}

/** Inserts and updates of one kind share a statement; scripts run after them, one by one. */
async function runEach(
  connection: Connection,
  batch: readonly PendingWrite[],
  deadline: number,
): Promise<Outcomes> {
  await insertRows(
    connection,
    batch.flatMap((pending) => (pending.kind === "insert" ? pending.rows : [])),
    deadline,
  );
  const updates = batch.filter((pending) => pending.kind === "update");
  const made = await updateRows(connection, updates, deadline);
  await insertRows(
    connection,
    updates.flatMap((pending) => (made.has(pending) ? pending.rows : [])),
    deadline,
  );
  const ofScripts = new Map<PendingWrite, Outcome>();
  for (const pending of batch) {
    if (pending.kind !== "script") continue;
    ofScripts.set(pending, await runScript(pending.script(), connection, deadline));
  }
  return outcomesOf(batch, made, ofScripts);
}

async function insertRows(
  connection: Connection,
  rows: readonly NewRow[],
  deadline: number,
): Promise<void> {
  for (const [insertion, all] of Map.groupBy(rows, (row) => row.insertion)) {
    for (const round of roundsOf(insertion, all)) {
      const values = arraysOf(
        insertion.columns,
        round.map((row) => row.values),
      );
      await connection.run({ sql: insertMany(insertion), values }, deadline);
    }
  }
}

/** Of upserts of the same row, the later come in a later round. */
function roundsOf(insertion: Insertion, rows: readonly NewRow[]): readonly (readonly NewRow[])[] {
  if (insertion.on_conflict === undefined) return [rows];
  return inRounds(rows, ({ values }) => conflictKey(insertion, values));
}

/** The updates that were made. */
async function updateRows(
  connection: Connection,
  updates: readonly PendingUpdate[],
  deadline: number,
): Promise<ReadonlySet<PendingWrite>> {
  const made = new Set<PendingWrite>();
  for (const [update, all] of Map.groupBy(updates, (pending) => pending.update)) {
    for (const round of inRounds(all, ({ values: [key = null] }) => keyText(key))) {
      const values = arraysOf(
        update.given,
        round.map((pending) => pending.values),
      );
      const rows = await connection.run({ sql: updateMany(update), values }, deadline);
      for (const { place } of rows) {
        const winner = round[Number(place) - 1];
        if (winner !== undefined) made.add(winner);
      }
    }
  }
  return made;
}

/** One statement changes a row at most once: a second change of the same row goes into the next round. */
function inRounds<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const rounds: Map<string, T>[] = [];
  for (const one of all) {
    const key = keyOf(one);
    const open = rounds.find((round) => !round.has(key));
    if (open === undefined) rounds.push(new Map([[key, one]]));
    else open.set(key, one);
  }
  return rounds.map((round) => [...round.values()]);
}

function outcomesOf(
  batch: readonly PendingWrite[],
  made: ReadonlySet<PendingWrite>,
  ofScripts: ReadonlyMap<PendingWrite, Outcome>,
): Outcomes {
  const outcomes = new Map(ofScripts);
  for (const pending of batch) {
    if (pending.kind === "insert") outcomes.set(pending, pending.outcome);
    if (pending.kind === "update") outcomes.set(pending, pending.outcome(made.has(pending)));
  }
  return outcomes;
}

/** Runs a script to its end. */
export async function runScript<T>(
  script: Script<T>,
  connection: Connection,
  deadline: number,
): Promise<T> {
  let next = script.next([]);
  while (next.done !== true) next = script.next(await connection.run(next.value, deadline));
  return next.value;
}
