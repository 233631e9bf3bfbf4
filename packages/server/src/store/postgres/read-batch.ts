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
      const found = rowsFound(queue.of_bytes, await run({ sql: queue.sql, values }));
      for (const [index, { settle, reject }] of batch.entries()) {
        try {
          settle(found[index + 1]);
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
      queue = {
        lookup,
        sql: selectMany(lookup),
        of_bytes: bytesIn(lookup.returns),
        waiting: [],
        busy: false,
      };
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
  /** The columns of its rows that hold bytes. */
  readonly of_bytes: readonly string[];
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

/** The rows in the JSON document of `selectMany`, each at the place of its lookup. JSON spells bytes as `\\x` and hex digits. */
function rowsFound(of_bytes: readonly string[], [result]: readonly RawRow[]): readonly RawRow[] {
  const rows: RawRow[] = [];
  const found: unknown = result?.["found"];
  if (!Array.isArray(found)) return rows;
  for (const pair of found) {
    const row: unknown = Array.isArray(pair) ? pair[1] : undefined;
    if (!isRawRow(row)) continue;
    for (const name of of_bytes) row[name] = fromHex(row[name]);
    rows[Number(pair[0])] = row;
  }
  return rows;
}

/** The columns that hold bytes. */
function bytesIn(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]?.type === "bytea");
}

function isRawRow(value: unknown): value is RawRow {
  return typeof value === "object" && value !== null;
}

function fromHex(value: unknown): unknown {
  return typeof value === "string" ? Buffer.from(value.slice(2), "hex") : value;
}
