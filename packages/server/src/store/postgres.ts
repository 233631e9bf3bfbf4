import postgres from "postgres";
import { insertSteps, lookupSteps } from "./batch.ts";
import type { Database } from "./database.ts";
import { createGroup, insertsByTable, type Pending, type PendingScript } from "./group.ts";
import type { Lookup, Row, Script, Step, Value } from "./script.ts";

type Connection = Pick<postgres.Sql, "unsafe">;

/** PostgreSQL, or whatever speaks its protocol. Nothing here leans on advisory locks, notifications or sequences. */
export function openPostgres(dsn: string): Database {
  const sql = postgres(dsn, {
    max: 10,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
  });

  const group = createGroup((pending) => commit(sql, pending));

  return {
    dialect: { bytes: "bytea", in_key_order: "" },
    read: (script) => finish(script(), sql),
    find: createFinder(sql),
    write: group.write,
    insert: group.insert,
    async close() {
      await group.whenIdle();
      await sql.end({ timeout: 5 });
    },
  };
}

async function commit(sql: postgres.Sql, group: readonly Pending[]): Promise<void> {
  try {
    const results = await retried(() => runGroup(sql, group));
    group.forEach((pending, index) => pending.resolve(results[index]));
  } catch (cause) {
    if (group.length === 1) group[0]?.reject(cause);
    else for (const pending of group) await commit(sql, [pending]); // Only the culprit shall fail.
  }
}

async function runGroup(sql: postgres.Sql, group: readonly Pending[]): Promise<unknown[]> {
  const inserts = [...insertsByTable(group)].flatMap(([table, rows]) => insertSteps(table, rows));
  const scripts = group.filter((pending) => pending.kind === "script");

  const [only] = inserts;
  if (scripts.length === 0 && inserts.length === 1 && only !== undefined) {
    await run(sql, only); // One statement is a transaction by itself, and saves two journeys.
    return [];
  }
  return sql.begin(async (transaction) => {
    const interleaved = scripts.filter(({ order }) => order === "interleaved");
    const results = new Map<Pending, unknown>();
    const perform = async (pending: PendingScript): Promise<void> => {
      results.set(pending, await finish(pending.script(), transaction));
    };
    await Promise.all([
      ...inserts.map((step) => run(transaction, step)),
      ...interleaved.map(perform),
    ]);
    for (const pending of scripts) if (pending.order === "in turn") await perform(pending);
    return group.map((pending) => results.get(pending));
  });
}

function run(connection: Connection, { sql, values }: Step): Promise<readonly Row[]> {
  return connection.unsafe(sql, values as (string | number | Uint8Array | null)[], {
    prepare: true,
  });
}

/** Runs a script to its end. */
async function finish<T>(script: Script<T>, connection: Connection): Promise<T> {
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

interface Question {
  readonly key: Value;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Asks the look-ups of one tick as one question. */
function createFinder(sql: Connection): Database["find"] {
  const waiting = new Map<Lookup, Question[]>();

  const ask = async (lookup: Lookup, questions: readonly Question[]): Promise<void> => {
    try {
      const steps = lookupSteps(
        lookup,
        questions.map((question) => question.key),
      );
      const rows = await Promise.all(steps.map((step) => run(sql, step)));
      const found = new Map(rows.flat().map((row) => [textOf(row[lookup.key] ?? null), row]));
      for (const { key, resolve } of questions) resolve(found.get(textOf(key)));
    } catch (cause) {
      for (const { reject } of questions) reject(cause);
    }
  };

  const askAll = (): void => {
    for (const [lookup, questions] of waiting) void ask(lookup, questions);
    waiting.clear();
  };

  return (lookup, key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(askAll);
      const questions = waiting.get(lookup);
      if (questions === undefined) waiting.set(lookup, [{ key, resolve, reject }]);
      else questions.push({ key, resolve, reject });
    });
}

function textOf(value: Value): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}
