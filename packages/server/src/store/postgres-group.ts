import type postgres from "postgres";
import { insertSteps, swapSteps } from "./batch.ts";
import { type Pending, type PendingScript, settle } from "./group.ts";
import type { Insertion, Row, Script, Step, Swap, Value } from "./script.ts";

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
  const shared = sharedQuestions(group, results);
  const scripts = group.filter((pending) => pending.kind === "script");
  const [only] = shared;
  if (scripts.length === 0 && shared.length === 1 && only !== undefined) {
    only.hear(await run(sql, only.step)); // One statement is a transaction by itself, and saves two journeys.
    return results;
  }
  await sql.begin(async (transaction) => {
    const ask = async ({ step, hear }: Question): Promise<void> =>
      hear(await run(transaction, step));
    const perform = async (pending: PendingScript): Promise<void> =>
      void results.set(pending, await finish(pending.script(), transaction));
    const interleaved = scripts.filter(({ order }) => order === "interleaved");
    await Promise.all([...shared.map(ask), ...interleaved.map(perform)]);
    for (const pending of scripts) if (pending.order === "in turn") await perform(pending);
  });
  return results;
}

/** A statement that several writes share, and who hears its answer. */
interface Question {
  readonly step: Step;
  readonly hear: (rows: readonly Row[]) => void;
}

function sharedQuestions(group: readonly Pending[], results: Results): Question[] {
  const inserts = new Map<Insertion, (readonly Value[])[]>();
  const swaps = new Map<Swap, Round[]>();
  for (const pending of group) {
    if (pending.kind === "insert") append(inserts, pending.insertion, pending.values);
    if (pending.kind === "swap") join(swaps, pending.swap, pending);
  }
  return [
    ...[...inserts].flatMap(([insertion, rows]) =>
      insertSteps(insertion, rows).map((step) => ({ step, hear: () => {} })),
    ),
    ...[...swaps].flatMap(([swap, rounds]) =>
      rounds.flatMap((round) => askSwap(swap, round, results)),
    ),
  ];
}

/** Swaps of different rows, by their keys. Whoever wants a row that is spoken for waits for the next round, and loses. */
type Round = Map<string, Extract<Pending, { kind: "swap" }>>;

function join(swaps: Map<Swap, Round[]>, swap: Swap, pending: Extract<Pending, { kind: "swap" }>) {
  const key = textOf(pending.values[0] ?? null);
  const rounds = swaps.get(swap) ?? [];
  swaps.set(swap, rounds);
  const open = rounds.find((round) => !round.has(key));
  if (open === undefined) rounds.push(new Map([[key, pending]]));
  else open.set(key, pending);
}

function askSwap(swap: Swap, round: Round, results: Results): Question[] {
  const rows = [...round.values()].map(({ values }) => values);
  const hear = (changed: readonly Row[]): void => {
    for (const { key = null } of changed) {
      const winner = round.get(textOf(key));
      if (winner !== undefined) results.set(winner, true);
    }
  };
  return swapSteps(swap, rows).map((step) => ({ step, hear }));
}

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
export function textOf(value: Value): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}
