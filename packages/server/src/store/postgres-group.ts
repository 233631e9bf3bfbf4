import type postgres from "postgres";
import { insertAll, updateAll } from "./batch.ts";
import { type Pending, type PendingUpdate, settle } from "./group.ts";
import type { Addition, Insertion, Row, Script, Step, Update, Value } from "./script.ts";

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
  const results: Results = new Map();
  const updates = group.filter((pending) => pending.kind === "update");
  const scripts = group.filter((pending) => pending.kind === "script");
  const additions = group.flatMap((pending) =>
    pending.kind === "insert" ? pending.additions : [],
  );
  const shared = [...askInserts(additions), ...askUpdates(updates, results)];
  const [only] = shared;
  const isAlone = shared.length === 1 && scripts.length === 0 && !updates.some(addsRows);
  if (only !== undefined && isAlone) {
    only.hear(await run(sql, only.step)); // One statement is a transaction by itself, and saves two journeys.
    return results;
  }
  await sql.begin(async (transaction) => {
    const ask = async (questions: readonly Question[]): Promise<unknown> =>
      Promise.all(questions.map(async ({ step, hear }) => hear(await run(transaction, step))));
    await ask(shared);
    const won = updates.filter((pending) => results.has(pending));
    await ask(askInserts(won.flatMap((pending) => pending.additions)));
    for (const pending of scripts) {
      results.set(pending, await finish(pending.script(), transaction));
    }
  });
  return results;
}

function addsRows({ additions }: PendingUpdate): boolean {
  return additions.length > 0;
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
function roundsOf({ columns, on_conflict }: Insertion, rows: readonly (readonly Value[])[]) {
  if (on_conflict === undefined) return [rows];
  const names = Object.keys(columns);
  const places = on_conflict.key.map((name) => names.indexOf(name));
  return inRounds(rows, (row) => places.map((place) => textOf(row[place] ?? null)).join(" "));
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

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";
const ATTEMPTS = 5;

/** Databases that spread over machines ask for a transaction to be run again rather than let it wait. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
      const again = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
      if (!again || attempt === ATTEMPTS) throw cause;
    }
  }
}

/** A value that can be a key of a map. */
function textOf(value: Value): string {
  if (!(value instanceof Uint8Array)) return String(value);
  const { buffer, byteOffset, byteLength } = value;
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1"); // A view: Buffer.from(value) would copy it first.
}
