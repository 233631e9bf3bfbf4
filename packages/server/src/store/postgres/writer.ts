import { setTimeout as pause } from "node:timers/promises";
import type { Script } from "../database/statement.ts";
import type { PendingWrite } from "../database/write-batch.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";
import { type Connection, ConnectionLostError, type Timeouts } from "./connection.ts";
import { codeOf } from "./error-code.ts";
import { describeFailure, isRepeatable, isReadOnly } from "./errors.ts";
import { type Pool, WAIT_IN_OUTAGE_MS } from "./pool.ts";
import { type Capabilities, runBatch, runScript } from "./run-batch.ts";
import { type Attempt, fence, newAttempt, type Outcomes } from "./write-attempt.ts";

/** Commits write batches, one at a time, and finds out what became of each. */
export interface Writer {
  /** Runs a batch and settles every write in it. Resolves with the reason if the database was unavailable. */
  commit(batch: readonly PendingWrite[]): Promise<StoreUnavailableError | undefined>;
  /** Why no write can succeed now; undefined when none has failed since the last success. */
  unavailability(): StoreUnavailableError | undefined;
  close(): void;
}

/**
 * A batch whose connection is lost before COMMIT was sent is run again. One whose connection is lost after that is in doubt:
 * its attempt is looked up and fenced (`write-attempt.ts`), and then it is settled with its outcomes, or run again. All that
 * within one deadline. If the database cannot be reached in time, its callers receive an error that says that the outcome is
 * unknown; before any other write the doubt is resolved, and what was committed is undone where the write has an undo.
 * `onUndoFailed` is called when the database rejects that.
 */
export function createWriter(
  pool: Pool,
  timeouts: Timeouts,
  onUndoFailed: (error: unknown) => void = () => {},
): Writer {
  const capabilities: Capabilities = { one_statement: true };
  let records_attempts = true;
  let previous: Uint8Array | undefined;
  let doubt: Doubt | undefined;
  let recovery: Recovery | undefined;
  const closing = new AbortController();

  const commit: Writer["commit"] = async (batch) => {
    const is_unlimited = batch.some((pending) => pending.kind === "script" && pending.unlimited);
    const deadline = is_unlimited ? Infinity : performance.now() + timeouts.statement_ms;
    try {
      if (recovery !== undefined) await recovered(recovery, deadline);
      await commitBatch(batch, is_unlimited, deadline);
      return undefined;
    } catch (cause) {
      const reason = describeFailure(cause);
      for (const { reject } of batch) reject(reason);
      if (!(reason instanceof StoreUnavailableError)) return undefined;
      recover(reason);
      return reason;
    }
  };

  async function commitBatch(
    batch: readonly PendingWrite[],
    is_unlimited: boolean,
    deadline: number,
  ): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      // Migrations create the table of attempts.
      const is_recorded = records_attempts && !is_unlimited;
      const attempt = newAttempt({ is_recorded, is_unlimited, previous });
      try {
        const outcomes = await runOnce(batch, attempt, deadline);
        previous = attempt.id;
        settleAll(batch, outcomes);
        return;
      } catch (cause) {
        if (cause instanceof ConnectionLostError && attempt.commit_sent) {
          const outcomes = await resolve({ batch, attempt }, cause, deadline);
          if (outcomes !== undefined) return settleAll(batch, outcomes);
        } else if (attempt.is_recorded && isAttemptTableMissing(cause)) {
          records_attempts = false;
        } else if (!isWorthRepeating(cause, tries)) {
          if (describeFailure(cause) !== cause || cause instanceof StoreUnavailableError)
            throw cause;
          return rejectOne(batch, cause, is_unlimited, deadline);
        }
      }
      await pauseBefore(tries, deadline);
    }
  }

  async function runOnce(
    batch: readonly PendingWrite[],
    attempt: Attempt,
    deadline: number,
  ): Promise<Outcomes> {
    return pool.lend(deadline, async (connection) => {
      try {
        return await runBatch(connection, batch, attempt, capabilities, deadline);
      } catch (cause) {
        if (isReadOnly(cause)) connection.destroy();
        throw cause;
      }
    });
  }

  /** The database rejected a statement: only the write that it belongs to is rejected. */
  async function rejectOne(
    batch: readonly PendingWrite[],
    cause: unknown,
    is_unlimited: boolean,
    deadline: number,
  ): Promise<void> {
    if (batch.length === 1) batch[0]?.reject(cause);
    else for (const pending of batch) await commitBatch([pending], is_unlimited, deadline);
  }

  /** The outcomes of a batch in doubt; undefined when it was not committed and never will be. */
  async function resolve(
    found: Doubt,
    lost: ConnectionLostError,
    deadline: number,
  ): Promise<Outcomes | undefined> {
    try {
      if (lost.timed_out || !found.attempt.is_recorded) throw lost;
      return await fenceAttempt(found.attempt, deadline);
    } catch (cause) {
      if (found.attempt.is_recorded) doubt = found;
      const options = { cause, outcome_unknown: true };
      const reason = new StoreUnavailableError("The outcome of a write is not known.", options);
      for (const { reject } of found.batch) reject(reason);
      throw reason;
    }
  }

  async function fenceAttempt(attempt: Attempt, deadline: number): Promise<Outcomes | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        const rows = await pool.lend(deadline, (connection) =>
          connection.run(fence(attempt), deadline),
        );
        const [row] = rows;
        return row?.["fenced"] === 0 ? attempt.outcomesFrom(row["made"]) : undefined;
      } catch (cause) {
        if (!isWorthRepeating(cause, tries)) throw cause;
        await pauseBefore(tries, deadline);
      }
    }
  }

  /** Tries until the database is available and no doubt is left. */
  function recover(reason: StoreUnavailableError): void {
    if (recovery !== undefined || closing.signal.aborted) return;
    const run = async (): Promise<void> => {
      for (let tries = 1; !closing.signal.aborted; tries += 1) {
        try {
          await clearDoubt(performance.now() + timeouts.statement_ms);
          break;
        } catch (cause) {
          const latest = describeFailure(cause);
          if (latest instanceof StoreUnavailableError) {
            if (recovery !== undefined) recovery.reason = latest;
          } else {
            doubt = undefined; // A bug in an undo, which the next try would repeat.
            onUndoFailed(cause);
          }
          await pause(pauseAfter(tries), undefined, { ref: false });
        }
      }
      recovery = undefined;
    };
    recovery = { since: performance.now(), reason, done: run() };
  }

  async function clearDoubt(deadline: number): Promise<void> {
    if (doubt === undefined) {
      return pool.lend(deadline, (connection) => connection.execute("select 1", deadline));
    }
    const { attempt, batch } = doubt;
    // Its row may have been swept by now, and then the outcome stays unknown.
    const isKnown = Date.now() < attempt.expires_at * 1000 - SWEPT_EARLY_MS;
    const outcomes = isKnown ? await fenceAttempt(attempt, deadline) : undefined;
    const scripts = batch.flatMap((pending) => outcomes?.get(pending)?.undo() ?? []);
    if (scripts.length > 0) await pool.lend(deadline, (one) => runAll(scripts, one, deadline));
    doubt = undefined;
  }

  async function recovered(current: Recovery, deadline: number): Promise<void> {
    const now = performance.now();
    const isOutage = now - current.since > timeouts.statement_ms;
    const longest_ms = isOutage
      ? Math.min(WAIT_IN_OUTAGE_MS, timeouts.statement_ms)
      : timeouts.statement_ms;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(current.reason), Math.min(deadline - now, longest_ms));
    });
    try {
      await Promise.race([current.done, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    commit,
    unavailability: () => recovery?.reason,
    close: () => closing.abort(),
  };
}

/** A batch that may have been committed. */
interface Doubt {
  readonly batch: readonly PendingWrite[];
  readonly attempt: Attempt;
}

interface Recovery {
  readonly since: number;
  /** Why the latest try failed. */
  reason: StoreUnavailableError;
  readonly done: Promise<void>;
}

function settleAll(batch: readonly PendingWrite[], outcomes: Outcomes): void {
  for (const pending of batch) outcomes.get(pending)?.settle();
}

async function runAll(
  scripts: readonly Script<unknown>[],
  connection: Connection,
  deadline: number,
): Promise<void> {
  try {
    await connection.execute("begin", deadline);
    for (const script of scripts) await runScript(script, connection, deadline);
    await connection.execute("commit", deadline);
  } catch (cause) {
    connection.destroy();
    throw cause;
  }
}

/** An older schema, on which `latchkey janitor` of a newer version may run. */
function isAttemptTableMissing(cause: unknown): boolean {
  const UNDEFINED_TABLE = "42P01";
  return (
    codeOf(cause) === UNDEFINED_TABLE &&
    cause instanceof Error &&
    cause.message.includes("write_attempt")
  );
}

/** Whether a statement that certainly had no effect may be sent again. */
function isWorthRepeating(cause: unknown, tries: number): boolean {
  const isLost = cause instanceof ConnectionLostError && !cause.timed_out;
  return (isLost || isRepeatable(cause) || isReadOnly(cause)) && tries < TRIES_MAX;
}

/** With the pauses between them, more than fit into a deadline where connections are lost; conflicts are fewer. */
const TRIES_MAX = 10;
const SWEPT_EARLY_MS = 60_000;

/** No pause the first time, then growing ones. Rejects when the deadline would pass meanwhile. */
export async function pauseBefore(tries: number, deadline: number): Promise<void> {
  const delay_ms = pauseAfter(tries);
  if (performance.now() + delay_ms > deadline) {
    throw new StoreUnavailableError("The database lost every connection until the deadline.");
  }
  if (delay_ms > 0) await pause(delay_ms);
}

function pauseAfter(tries: number): number {
  return tries === 1 ? 0 : Math.min(5 * 2 ** tries, 500);
}
