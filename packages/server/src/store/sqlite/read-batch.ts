import { decode, encode, type RawRow, type Value } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import type { Lookup } from "../database/sql.ts";
import type { MaybePromise } from "../../maybe-promise.ts";

/** A lookup of a batch. */
interface BatchedLookup {
  readonly lookup: Lookup;
  readonly values: readonly Value[];
}

/** Looks each of these up; the rows are in the same order. */
type FindAll = (batch: readonly BatchedLookup[]) => MaybePromise<readonly (RawRow | undefined)[]>;

/**
 * Runs the lookups of one tick of the event loop in one transaction. They share its locks, and the processor's caches keep
 * SQLite's code and pages between them: an introspection takes a quarter less processor time.
 */
export function createReadBatches(findAll: FindAll): Database["find"] {
  let waiting: Waiting[] = [];

  const run = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    try {
      const rows = await findAll(batch);
      for (const [index, { settle, reject }] of batch.entries()) {
        try {
          settle(rows[index]);
        } catch (cause) {
          reject(cause);
        }
      }
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  };

  return (lookup, given) =>
    new Promise((resolve, reject) => {
      const values = encode(lookup.given, given);
      const settle = (row: RawRow | undefined): void => resolve(row && decode(lookup.returns, row));
      waiting.push({ lookup, values, settle, reject });
      if (waiting.length === 1) setImmediate(() => void run());
    });
}

interface Waiting extends BatchedLookup {
  /** Throws when the row is not as its columns are declared. */
  readonly settle: (row: RawRow | undefined) => void;
  readonly reject: (reason: unknown) => void;
}
