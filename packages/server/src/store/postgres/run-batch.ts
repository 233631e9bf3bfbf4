import { insertAll, updateAll } from "./batch.ts";
import type { Pending, PendingUpdate } from "../database/write-batch.ts";
import type { Connection } from "./connection.ts";
import { codeOf } from "./errors.ts";
import { conflictKey, textOf } from "../database/row-key.ts";
import type { Addition, Insertion, Row, Script, Step, Update, Value } from "../database/script.ts";
import { together } from "./batch-statement.ts";
import { type Attempt, beginText } from "./write-attempt.ts";

/** What came of each write of a batch; a change that was not made has no entry. */
export type Results = ReadonlyMap<Pending, unknown>;

/** What the database turned out to support. */
export interface Capabilities {
  /** Several changes of one table in one statement, which CockroachDB refuses. */
  one_statement: boolean;
}

/**
 * Carries a batch out as one transaction. `attempt.commit_sent` says afterwards whether the transaction may have been
 * committed even though this rejects.
 */
export async function runGroup(
  connection: Connection,
  group: readonly Pending[],
  attempt: Attempt,
  capabilities: Capabilities,
  deadline: number,
): Promise<Results> {
  const whole = capabilities.one_statement ? together(group, attempt) : undefined;
  if (whole === undefined) return runInTransaction(connection, group, attempt, deadline);
  try {
    attempt.commit_sent = true;
    attempt.resultsFrom = whole.resultsFrom;
    const [row] = await connection.run(whole.step, deadline);
    return whole.resultsFrom(row?.["made"] ?? null);
  } catch (cause) {
    if (codeOf(cause) !== FEATURE_NOT_SUPPORTED) throw cause;
    capabilities.one_statement = false;
    attempt.commit_sent = false;
    return runInTransaction(connection, group, attempt, deadline);
  }
}

const FEATURE_NOT_SUPPORTED = "0A000";

async function runInTransaction(
  connection: Connection,
  group: readonly Pending[],
  attempt: Attempt,
  deadline: number,
): Promise<Results> {
  try {
    await connection.execute(beginText(attempt), deadline);
    const results = await runEach(connection, group, deadline);
    attempt.resultsFrom = () => results;
    attempt.commit_sent = true;
    await connection.execute("commit", deadline);
    return results;
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

async function runEach(
  connection: Connection,
  group: readonly Pending[],
  deadline: number,
): Promise<Results> {
  const results = new Map<Pending, unknown>();
  const updates = group.filter((pending) => pending.kind === "update");
  const scripts = group.filter((pending) => pending.kind === "script");
  const additions = group.flatMap((pending) =>
    pending.kind === "insert" ? pending.additions : [],
  );
  const ask = async (questions: readonly Question[]): Promise<void> => {
    for (const { step, hear } of questions) hear(await connection.run(step, deadline));
  };
  await ask([...askInserts(additions), ...askUpdates(updates, results)]);
  const won = updates.filter((pending) => results.has(pending));
  await ask(askInserts(won.flatMap((pending) => pending.additions)));
  for (const pending of scripts) {
    results.set(pending, await finish(pending.script(), connection, deadline));
  }
  return results;
}

/** A statement that several writes share, and who hears its answer. */
interface Question {
  readonly step: Step;
  readonly hear: (rows: readonly Row[]) => void;
}

function askInserts(additions: readonly Addition[]): Question[] {
  const rows = new Map<Insertion, (readonly Value[])[]>();
  for (const { insertion, values } of additions) append(rows, insertion, values);
  return [...rows].flatMap(([insertion, all]) =>
    roundsOf(insertion, all).map((round) => ({
      step: insertAll(insertion, round),
      hear: () => {},
    })),
  );
}

/** Of rows that take one another's place, the later ones come later. */
function roundsOf(insertion: Insertion, rows: readonly (readonly Value[])[]) {
  if (insertion.on_conflict === undefined) return [rows];
  return inRounds(rows, (row) => conflictKey(insertion, row));
}

function askUpdates(updates: readonly PendingUpdate[], results: Map<Pending, unknown>): Question[] {
  const changes = new Map<Update, PendingUpdate[]>();
  for (const pending of updates) append(changes, pending.update, pending);
  return [...changes].flatMap(([update, all]) =>
    inRounds(all, ({ values: [key = null] }) => textOf(key)).map((round) =>
      askRound(update, round, results),
    ),
  );
}

function askRound(
  update: Update,
  round: readonly PendingUpdate[],
  results: Map<Pending, unknown>,
): Question {
  const changes = round.map(({ values }) => values);
  const hear = (made: readonly Row[]): void => {
    for (const { place } of made) {
      const winner = round[Number(place) - 1];
      if (winner !== undefined) results.set(winner, true);
    }
  };
  return { step: updateAll(update, changes), hear };
}

/** One statement touches a row once. Whoever wants a row that is spoken for waits for the next round. */
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

/** Adds to the list of a key. */
function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Runs a script to its end. */
export async function finish<T>(
  script: Script<T>,
  connection: Connection,
  deadline: number,
): Promise<T> {
  let next = script.next([]);
  while (next.done !== true) next = script.next(await connection.run(next.value, deadline));
  return next.value;
}
