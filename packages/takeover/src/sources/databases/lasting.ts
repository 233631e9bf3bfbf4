import type { Database } from "./database.ts";

/** A database that is opened again after it failed: what runs for hours outlives a restart of its server. */
export async function openLasting(open: () => Promise<Database>): Promise<Database> {
  const first = await open();
  let current: Database | undefined = first;

  async function use<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    current ??= await open();
    const used = current;
    try {
      return await work(used);
    } catch (error) {
      if (current === used) current = undefined;
      await used.close().catch(() => undefined);
      throw error;
    }
  }

  return {
    name: first.name,
    tables: () => use((database) => database.tables()),
    query: (sql, values) => use((database) => database.query(sql, values)),
    async *stream(sql, values) {
      yield* (current ?? first).stream(sql, values); // Within a snapshot, whose failure it is.
    },
    snapshot: (work) => use((database) => database.snapshot(work)),
    // After it was opened again the count of changes of a file begins anew.
    mark: () =>
      use(async (database) => {
        const mark = await database.mark();
        return mark === undefined ? undefined : `${numberOf(database)} ${mark}`;
      }),
    sizes: () => use((database) => database.sizes()),
    async close() {
      await current?.close();
    },
  };
}

const numbers = new WeakMap<Database, number>();
let opened = 0;

function numberOf(database: Database): number {
  const number = numbers.get(database) ?? (opened += 1);
  numbers.set(database, number);
  return number;
}
