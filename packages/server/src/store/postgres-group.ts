import type postgres from "postgres";
import { insertAll, updateAll } from "./batch.ts";
import { type Pending, type PendingUpdate, settle } from "./group.ts";
import { conflictKey, textOf } from "./row-key.ts";
import type { Addition, Insertion, Row, Script, Step, Update, Value } from "./script.ts";
import { together } from "./together.ts";

/** What a question can be asked of: the pool, or a transaction's own connection. */
export type Connection = Pick<postgres.Sql, "unsafe">;

/** Carries a group out in one transaction and settles everything in it. */
export async function commitGroup(sql: postgres.Sql, group: readonly Pending[]): Promise<void> {
  try {
    const results = await retried(() => runGroup(sql, group));
    for (const pending of group) settle(pending, results.get(pending));
  } catch (cause) {
    if (group.length === 1) group[0]?.reject(cause);
    else for (const pending of group) await commitGroup(sql, [pending]); // Only the culprit shall fail.
  }
}

type Results = Map<Pending, unknown>;

async function runGroup(sql: postgres.Sql, group: readonly Pending[]): Promise<Results> {
  const whole = apart.has(sql) ? undefined : together(group);
  if (whole === undefined) return runInTransaction(sql, group);
  try {
    const made = whole.made(await run(sql, whole.step));
    return new Map(made.map((pending) => [pending, true]));
  } catch (cause) {
    if (codeOf(cause) !== FEATURE_NOT_SUPPORTED) throw cause;
    apart.add(sql);
    return runInTransaction(sql, group);
  }
}

/** Databases that change a table only once in a statement, as CockroachDB does. */
const apart = new WeakSet<postgres.Sql>();

async function runInTransaction(sql: postgres.Sql, group: readonly Pending[]): Promise<Results> {
  const results: Results = new Map();
  const updates = group.filter((pending) => pending.kind === "update");
  const scripts = group.filter((pending) => pending.kind === "script");
  const additions = group.flatMap((pending) =>
    pending.kind === "insert" ? pending.additions : [],
  );
  await sql.begin(async (transaction) => {
    const ask = async (questions: readonly Question[]): Promise<unknown> =>
      Promise.all(questions.map(async ({ step, hear }) => hear(await run(transaction, step))));
    await ask([...askInserts(additions), ...askUpdates(updates, results)]);
    const won = updates.filter((pending) => results.has(pending));
    await ask(askInserts(won.flatMap((pending) => pending.additions)));
    for (const pending of scripts) {
      results.set(pending, await finish(pending.script(), transaction));
    }
  });
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

function askUpdates(updates: readonly PendingUpdate[], results: Results): Question[] {
  const changes = new Map<Update, PendingUpdate[]>();
  for (const pending of updates) append(changes, pending.update, pending);
  return [...changes].flatMap(([update, all]) =>
    inRounds(all, ({ values: [key = null] }) => textOf(key)).map((round) =>
      askRound(update, round, results),
    ),
  );
}

function askRound(update: Update, round: readonly PendingUpdate[], results: Results): Question {
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

/** Asks one question. */
export function run(connection: Connection, { sql, values }: Step): Promise<readonly Row[]> {
  return connection.unsafe(sql, values as (string | number | Uint8Array | null)[], {
    prepare: true,
  });
}

/** Runs a script to its end. */
export async function finish<T>(script: Script<T>, connection: Connection): Promise<T> {
  let next = script.next([]);
  while (next.done !== true) next = script.next(await run(connection, next.value));
  return next.value;
}

const FEATURE_NOT_SUPPORTED = "0A000";
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";
const ATTEMPTS = 5;

/** Databases that spread over machines ask for a transaction to be run again rather than let it wait. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (cause) {
      const code = codeOf(cause);
      const again = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
      if (!again || attempt === ATTEMPTS) throw cause;
    }
  }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}
