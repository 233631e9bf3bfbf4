import postgres from "postgres";
import { findAll, rowsFound } from "./batch.ts";
import type { Database } from "./database.ts";
import { createGroup, gather } from "./group.ts";
import { commitGroup, type Connection, finish, run } from "./postgres-group.ts";
import type { Lookup, Row, Value } from "./script.ts";

/** PostgreSQL, or whatever speaks its protocol. Nothing here leans on advisory locks, notifications or sequences. */
export function openPostgres(dsn: string, connections: number): Database {
  const connect = (max: number): postgres.Sql<{ bigint: number }> =>
    postgres(dsn, {
      max,
      onnotice: () => {},
      types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    });
  // Groups are written one after another. Over one connection, PostgreSQL keeps their plans once.
  const [sql, writer] = [connect(connections - 1), connect(1)];

  const group = createGroup((pending) => commitGroup(writer, pending));

  return {
    dialect: { bytes: "bytea", in_key_order: "" },
    read: (script) => finish(script(), sql),
    find: createFinder(sql),
    write: group.write,
    insert: group.insert,
    update: group.update,
    async close() {
      await group.whenIdle();
      await Promise.all([sql, writer].map((each) => each.end({ timeout: 5 })));
    },
  };
}

interface Question {
  readonly values: readonly Value[];
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Asks many look-ups of one kind as one question: all that come while such a question is under way make up the next, with
 * whoever comes right behind. So a busy server asks few large questions, and one with time to spare asks at once.
 */
function createFinder(sql: Connection): Database["find"] {
  const desks = new Map<Lookup, Desk>();

  const ask = async (lookup: Lookup, questions: readonly Question[]): Promise<void> => {
    try {
      const asked = questions.map(({ values }) => values);
      const found = rowsFound(lookup, await run(sql, findAll(lookup, asked)));
      questions.forEach(({ resolve }, index) => resolve(found[index + 1]));
    } catch (cause) {
      for (const { reject } of questions) reject(cause);
    }
  };

  const serve = (lookup: Lookup, desk: Desk): void =>
    gather(
      () => desk.waiting.length,
      async () => {
        await ask(lookup, desk.waiting.splice(0));
        if (desk.waiting.length > 0) serve(lookup, desk);
        else desk.busy = false;
      },
    );

  const deskFor = (lookup: Lookup): Desk => {
    let desk = desks.get(lookup);
    if (desk === undefined) desks.set(lookup, (desk = { waiting: [], busy: false }));
    return desk;
  };

  return (lookup, ...values) =>
    new Promise((resolve, reject) => {
      const desk = deskFor(lookup);
      desk.waiting.push({ values, resolve, reject });
      if (desk.busy) return;
      desk.busy = true;
      serve(lookup, desk);
    });
}

/** Where the look-ups of one kind wait. */
interface Desk {
  readonly waiting: Question[];
  busy: boolean;
}
