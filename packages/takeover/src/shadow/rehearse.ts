import { type Database, insertRow, type Script, updateRow } from "@latchkey/server/feature/store";

/**
 * The same database for a server that must not change it: every write is run and undone, and its caller gets the result that it
 * would have had. The schema must be current already.
 */
export function rehearse(database: Database): Database {
  const undone = async <T>(script: () => Script<T>): Promise<T> => {
    try {
      return await database.write<T>(function* rehearsed() {
        throw new Undone(yield* script());
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Thrown above, with the result of the script.
      return error.result as T;
    }
  };
  return {
    dialect: database.dialect,
    read: (script) => database.read(script),
    readStale: (script) => database.readStale(script),
    find: (lookup, values) => database.find(lookup, values),
    write: (script) => undone(script),
    insert: (...rows) =>
      undone(function* insert() {
        for (const row of rows) yield* insertRow(row);
      }),
    update: (update, values, ...rows) =>
      undone(function* change() {
        const isDone = yield* updateRow(update, values);
        if (isDone) for (const row of rows) yield* insertRow(row);
        return isDone;
      }),
    check: () => database.check(),
    wasUnavailable: (at_ms) => database.wasUnavailable(at_ms),
    close: () => database.close(),
  };
}

/** Ends a transaction that is not to be committed. */
class Undone extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super("The write was a rehearsal.");
    this.result = result;
  }
}
