import { type Columns, decode, encode, type RawRow, type Value } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import {
  arraysOf,
  conditionsOf,
  type Lookup,
  selectEach,
  selectFromPartitions,
  selectMany,
} from "../database/sql.ts";
import type { Step } from "../database/statement.ts";
import { collect } from "../database/write-batch.ts";
import { isTransient } from "../port/unavailable.ts";
import type { Distribution } from "./distribution.ts";
import { rowsFound } from "./rows-found.ts";

/** Runs a statement that only reads, within a deadline. */
type Run = (step: Step) => Promise<readonly RawRow[]>;

/**
 * Runs concurrent lookups of one kind as one statement. Those that arrive while one is under way form the next batch, together
 * with those of the following ticks (`collect`): a busy server sends few large statements, an idle one sends each at once.
 */
export function createReadBatches(
  run: Run,
  distribution: () => Distribution | undefined = () => undefined,
  isPartitioned: (table: string) => boolean = () => false,
): Database["find"] {
  const queues = new Map<Lookup, Queue>();
  const ofParts = new Map<Lookup, Map<number, Queue>>();

  const runBatch = async (queue: Queue): Promise<void> => {
    const batch = queue.waiting.splice(0);
    try {
      const found = rowsFound(queue.lookup, await runQueue(queue, batch));
      for (const { values, settle, reject } of batch) {
        try {
          settle(found(values));
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

  const runQueue = async (
    { lookup, placed, anywhere, each, partitioned, part }: Queue,
    batch: readonly Waiting[],
  ): Promise<readonly RawRow[]> => {
    if (part !== undefined) return run(stepOf(placed, lookup, batch));
    if (distribution() !== undefined) {
      const rows = await run(stepOf(each, lookup, batch));
      return [{ found: rows.map((row) => row["found"]) }];
    }
    if (isPartitioned(lookup.table)) return run(stepOf(partitioned, lookup, batch));
    return run(stepOf(batch.length > MAX_PLACED ? anywhere : placed, lookup, batch));
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
      queue = newQueue(lookup);
      queues.set(lookup, queue);
    }
    return queue;
  };

  /** Lookups in one part of a distributed table are one statement of one node. */
  const queueOfPart = (lookup: Lookup, values: readonly Value[]): Queue | undefined => {
    const part = distribution()?.partOf(lookup.table, values[placeOf(lookup)] ?? null);
    if (part === undefined) return undefined;
    let parts = ofParts.get(lookup);
    if (parts === undefined) ofParts.set(lookup, (parts = new Map()));
    let queue = parts.get(part);
    if (queue === undefined) parts.set(part, (queue = newQueue(lookup, part)));
    return queue;
  };

  return (lookup, given) =>
    new Promise((resolve, reject) => {
      const values = encode(lookup.given, given);
      const queue = queueOfPart(lookup, values) ?? queueOf(lookup);
      const settle = (row: RawRow | undefined): void => resolve(row && decode(lookup.returns, row));
      queue.waiting.push({ values, settle, reject });
      if (queue.busy) return;
      queue.busy = true;
      schedule(queue);
    });
}

/**
 * Of so many lookups, the column that says where rows are is a condition. Rows of more are almost everywhere, and PostgreSQL before
 * version 17 would search the index for every pair of a key and such a value.
 */
const MAX_PLACED = 4;

/** The lookups of one kind. */
interface Queue {
  readonly lookup: Lookup;
  readonly placed: Statement;
  readonly anywhere: Statement;
  /** For a distributed database. */
  readonly each: Statement;
  /** The part of a distributed table that the lookups of this queue ask. */
  readonly part: number | undefined;
  /** Where the table is partitioned by its key. */
  readonly partitioned: Statement;
  readonly waiting: Waiting[];
  /** Whether a batch is under way or scheduled. */
  busy: boolean;
}

interface Statement {
  readonly sql: string;
  /** The columns of `given` that are parameters. */
  readonly parameters: readonly string[];
}

interface Waiting {
  readonly values: readonly Value[];
  /** Throws when the row is not as its columns are declared. */
  readonly settle: (row: RawRow | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Where the value that says where a row is stands among the values of a lookup. */
function placeOf({ given, placed_by }: Lookup): number {
  return placed_by === undefined ? 0 : Object.keys(given).indexOf(placed_by);
}

function newQueue(lookup: Lookup, part?: number): Queue {
  const all = conditionsOf(lookup);
  const without = all.filter((name) => name !== lookup.placed_by);
  const placed = statementOf(lookup, all);
  const anywhere = without.length < all.length ? statementOf(lookup, without) : placed;
  const each = statementOf(lookup, all, selectEach);
  const partitioned = statementOf(lookup, all, selectFromPartitions);
  return { lookup, placed, anywhere, each, partitioned, part, waiting: [], busy: false };
}

/** PostgreSQL cannot infer the type of a parameter that is not used, so the statement has no others. */
function statementOf(lookup: Lookup, by: readonly string[], write = selectMany): Statement {
  const conditions = conditionsOf(lookup);
  const parameters = Object.keys(lookup.given).filter(
    (name) => by.includes(name) || !conditions.includes(name),
  );
  const given: Columns = Object.fromEntries(
    Object.entries(lookup.given).filter(([name]) => parameters.includes(name)),
  );
  return { sql: write(lookup, by, given), parameters };
}

function stepOf(
  { sql, parameters }: Statement,
  { given }: Lookup,
  batch: readonly Waiting[],
): Step {
  const arrays = arraysOf(
    given,
    batch.map(({ values }) => values),
  );
  const values = Object.keys(given).flatMap((name, index) =>
    parameters.includes(name) ? [arrays[index] ?? "{}"] : [],
  );
  return { sql, values };
}
