import { insertEach } from "../database/sql.ts";
import type { NewRow } from "../database/statement.ts";
import { collect } from "../database/write-batch.ts";
import { isTransient, StoreUnavailableError } from "../port/unavailable.ts";
import { type Connection, ConnectionLostError, type Timeouts } from "./connection.ts";
import type { Distribution } from "./distribution.ts";
import { describeFailure, isReadOnly } from "./errors.ts";
import { isWorthRepeating, pauseBefore } from "./retry.ts";

/** Inserts rows of a distributed database, in a batch for each of its parts. */
export interface InsertLanes {
  /** Undefined for rows that cannot be inserted so: they belong into a write batch. */
  insert(rows: readonly NewRow[]): Promise<void> | undefined;
}

/** Lends connections, as a pool does. */
interface Lender {
  lend<T>(
    deadline: number,
    work: (connection: Pick<Connection, "run" | "destroy">) => Promise<T>,
  ): Promise<T>;
}

/**
 * A batch of one part is one statement that one node commits by itself, where a batch of all would be committed in two phases by
 * all. There is a batch for each part at a time, so that nodes work side by side.
 *
 * Only rows whose key this process made at random are inserted so. A statement whose outcome is unknown is sent again: it inserts
 * what is missing, and waits for an earlier one that is still under way. So no attempt is recorded (`write-attempt.ts`).
 */
export function createInsertLanes(
  pool: Lender,
  { partOf }: Distribution,
  { statement_ms }: Timeouts,
): InsertLanes {
  const lanes = new Map<string, Lane>();

  const run = async (lane: Lane): Promise<void> => {
    const failure = await settle(lane.waiting.splice(0, MAX_ROWS));
    // Rows that arrived meanwhile would wait for the same unavailable node once more.
    if (isTransient(failure)) for (const { reject } of lane.waiting.splice(0)) reject(failure);
    if (lane.waiting.length > 0) return schedule(lane);
    lane.busy = false;
  };

  /** Inserts rows and answers their callers. The reason, when none could be inserted. */
  const settle = async (batch: readonly Waiting[]): Promise<unknown> => {
    try {
      await insertBatch(pool, batch, performance.now() + statement_ms);
      for (const { resolve } of batch) resolve();
      return undefined;
    } catch (cause) {
      // The database rejected a row: only that one is at fault.
      if (!isTransient(cause) && batch.length > 1) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(cause);
      return cause;
    }
  };

  const schedule = (lane: Lane): void =>
    collect(
      () => lane.waiting.length,
      () => run(lane),
    );

  const laneOf = ({ insertion, values }: NewRow): Lane | undefined => {
    const { table, columns, random_key } = insertion;
    if (random_key === undefined) return undefined;
    const part = partOf(table, values[Object.keys(columns).indexOf(random_key)] ?? null);
    if (part === undefined) return undefined;
    const name = `${table} ${part}`;
    let lane = lanes.get(name);
    if (lane === undefined) lanes.set(name, (lane = { waiting: [], busy: false }));
    return lane;
  };

  return {
    insert([row, ...others]) {
      const lane = row === undefined || others.length > 0 ? undefined : laneOf(row);
      if (lane === undefined || row === undefined) return undefined;
      return new Promise((resolve, reject) => {
        lane.waiting.push({ row, resolve, reject });
        if (lane.busy) return;
        lane.busy = true;
        schedule(lane);
      });
    },
  };
}

/** Each number of rows is a statement that is prepared. */
const MAX_ROWS = 16;

interface Lane {
  readonly waiting: Waiting[];
  /** Whether a batch is under way or scheduled. */
  busy: boolean;
}

interface Waiting {
  readonly row: NewRow;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

async function insertBatch(
  pool: Lender,
  batch: readonly Waiting[],
  deadline: number,
): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  let maybeInserted = false;
  const values = batch.flatMap(({ row }) => row.values);
  for (let tries = 1; ; tries += 1) {
    try {
      await pool.lend(deadline, async (connection) => {
        try {
          const sql = insertEach(first.row.insertion, batch.length, maybeInserted);
          await connection.run({ sql, values }, deadline);
        } catch (cause) {
          if (isReadOnly(cause)) connection.destroy();
          throw cause;
        }
      });
      return;
    } catch (cause) {
      if (!isWorthRepeating(cause, tries)) throw failureOf(cause);
      maybeInserted = true; // By a server, or a node behind it, whose connection was lost.
    }
    await pauseBefore(tries, deadline);
  }
}

function failureOf(cause: unknown): unknown {
  if (!(cause instanceof ConnectionLostError)) return describeFailure(cause);
  const options = { cause, outcome_unknown: true };
  return new StoreUnavailableError("The outcome of a write is not known.", options);
}
