import postgres from "postgres";
import { lookupSteps } from "./batch.ts";
import type { Database } from "./database.ts";
import { createGroup } from "./group.ts";
import { commitGroup, type Connection, finish, run, textOf } from "./postgres-group.ts";
import type { Lookup, Row, Value } from "./script.ts";

/** PostgreSQL, or whatever speaks its protocol. Nothing here leans on advisory locks, notifications or sequences. */
export function openPostgres(dsn: string, connections: number): Database {
  const sql = postgres(dsn, {
    max: connections,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
  });

  const group = createGroup((pending) => commitGroup(sql, pending));

  return {
    dialect: { bytes: "bytea", in_key_order: "" },
    read: (script) => finish(script(), sql),
    find: createFinder(sql),
    write: group.write,
    insert: group.insert,
    swap: group.swap,
    async close() {
      await group.whenIdle();
      await sql.end({ timeout: 5 });
    },
  };
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
