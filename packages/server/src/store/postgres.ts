import postgres from "postgres";
import { findAll } from "./batch.ts";
import type { Database } from "./database.ts";
import { createGroup } from "./group.ts";
import { append, commitGroup, type Connection, finish, run } from "./postgres-group.ts";
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
    update: group.update,
    async close() {
      await group.whenIdle();
      await sql.end({ timeout: 5 });
    },
  };
}

interface Question {
  readonly values: readonly Value[];
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Asks the look-ups of one tick as one question. */
function createFinder(sql: Connection): Database["find"] {
  const waiting = new Map<Lookup, Question[]>();

  const ask = async (lookup: Lookup, questions: readonly Question[]): Promise<void> => {
    try {
      const asked = questions.map(({ values }) => values);
      const found: Row[] = [];
      for (const row of await run(sql, findAll(lookup, asked))) found[Number(row["place"])] = row;
      questions.forEach(({ resolve }, index) => resolve(found[index + 1]));
    } catch (cause) {
      for (const { reject } of questions) reject(cause);
    }
  };

  const askAll = (): void => {
    for (const [lookup, questions] of waiting) void ask(lookup, questions);
    waiting.clear();
  };

  return (lookup, ...values) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(askAll);
      append(waiting, lookup, { values, resolve, reject });
    });
}
