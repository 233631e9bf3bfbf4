import { type Columns, decode, encode, type RawRow, type Value } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { arraysOf, type Lookup, selectMany } from "../database/sql.ts";
import type { Step } from "../database/statement.ts";
import { collect } from "../database/write-batch.ts";
import { isTransient } from "../port/unavailable.ts";

/** Runs a statement that only reads, within a deadline. */
type Run = (step: Step) => Promise<readonly RawRow[]>;

/**
 * Runs concurrent lookups of one kind as one statement. Those that arrive while one is under way form the next batch, together
 * with those of the following ticks (`collect`): a busy server sends few large statements, an idle one sends each at once.
 */
export function createReadBatches(run: Run): Database["find"] {
  const queues = new Map<Lookup, Queue>();

  const runBatch = async (queue: Queue): Promise<void> => {
    const batch = queue.waiting.splice(0);
    try {
      const values = arraysOf(
        queue.lookup.given,
        batch.map((waiting) => waiting.values),
      );
      const found = rowsFound(queue.lookup.returns, await run({ sql: queue.sql, values }));
      for (const [index, { settle, reject }] of batch.entries()) {
        try {
          settle(found.get(index + 1));
        } catch (cause) {
          reject(cause);
        }
      }
    } catch (cause) {
      // Lookups that arrived meanwhile would wait for the same unavailable database once more.
      const failed = isTransient(cause) ? [...batch, ...queue.waiting.splice(0)] : batch;
      for (const { reject } of failed) reject(cause);
    }
  };

  const schedule = (queue: Queue): void =>
    collect(
      () => queue.waiting.length,
      async () => {
        await runBatch(queue);
        if (queue.waiting.length > 0) schedule(queue);
        else queue.busy = false;
      },
    );

  const queueOf = (lookup: Lookup): Queue => {
    let queue = queues.get(lookup);
    if (queue === undefined) {
      queue = { lookup, sql: selectMany(lookup), waiting: [], busy: false };
      queues.set(lookup, queue);
    }
    return queue;
  };

  return (lookup, given) =>
    new Promise((resolve, reject) => {
      const queue = queueOf(lookup);
      const settle = (row: RawRow | undefined): void => resolve(row && decode(lookup.returns, row));
      queue.waiting.push({ values: encode(lookup.given, given), settle, reject });
      if (queue.busy) return;
      queue.busy = true;
      schedule(queue);
    });
}

/** The lookups of one kind. */
interface Queue {
  readonly lookup: Lookup;
  readonly sql: string;
  readonly waiting: Waiting[];
  /** Whether a batch is under way or scheduled. */
  busy: boolean;
}

interface Waiting {
  readonly values: readonly Value[];
  /** Throws when the row is not as its columns are declared. */
  readonly settle: (row: RawRow | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** The rows in the JSON document that `selectMany` returns, by the place of their lookup. JSON spells bytes as `\x` and hex digits. */
function rowsFound(returns: Columns, [result]: readonly RawRow[]): ReadonlyMap<number, RawRow> {
  const rows = new Map<number, RawRow>();
  const found: unknown = result?.["found"];
  if (!Array.isArray(found)) return rows;
  const of_bytes = Object.keys(returns).filter((name) => returns[name]?.type === "bytea");
  for (const row of found) {
    if (!isRawRow(row)) continue;
    for (const name of of_bytes) row[name] = fromHex(row[name]);
    rows.set(Number(row["place"]), row);
  }
  return rows;
}

function isRawRow(value: unknown): value is RawRow {
  return typeof value === "object" && value !== null;
}

function fromHex(value: unknown): unknown {
  return typeof value === "string" ? Buffer.from(value.slice(2), "hex") : value;
}
