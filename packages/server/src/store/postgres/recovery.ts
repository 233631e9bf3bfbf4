import { setTimeout as pause } from "node:timers/promises";
import type { Script } from "../database/statement.ts";
import type { PendingWrite } from "../database/write-batch.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";
import type { Connection, Timeouts } from "./connection.ts";
import { describeFailure } from "./errors.ts";
import { longestWait, type Pool } from "./pool.ts";
import { pauseAfter } from "./retry.ts";
import { runScript } from "./run-batch.ts";
import { type Attempt, fenceAttempt } from "./write-attempt.ts";

/** A batch that may have been committed. */
export interface Doubt {
  readonly batch: readonly PendingWrite[];
  readonly attempt: Attempt;
}

/** Waits in the background until writes can succeed again, and resolves the doubt about a batch first. */
export interface Recovery {
  /** Why the latest try failed; undefined when no recovery is under way. */
  unavailability(): StoreUnavailableError | undefined;
  /** Resolves when the recovery that is under way has succeeded. Rejects with the reason when it takes too long. */
  wait(deadline: number): Promise<void>;
  /** Keeps a batch in doubt for the recovery that is started next. */
  keepDoubt(doubt: Doubt): void;
  /** Starts unless a recovery is under way. */
  start(reason: StoreUnavailableError): void;
  close(): void;
}

/**
 * Tries until the database is available and no doubt is left. What was committed of a batch in doubt is undone where the write
 * has an undo; `onUndoFailed` is called when the database rejects that.
 */
export function createRecovery(
  pool: Pool,
  timeouts: Timeouts,
  onUndoFailed: (error: unknown) => void,
): Recovery {
  let doubt: Doubt | undefined;
  let current: CurrentRecovery | undefined;
  const closing = new AbortController();

  async function run(): Promise<void> {
    for (let tries = 1; !closing.signal.aborted; tries += 1) {
      try {
        await clearDoubt(performance.now() + timeouts.statement_ms);
        break;
      } catch (cause) {
        const latest = describeFailure(cause);
        if (latest instanceof StoreUnavailableError) {
          if (current !== undefined) current.reason = latest;
        } else {
          doubt = undefined; // A bug in an undo, which the next try would repeat.
          onUndoFailed(cause);
        }
        await pause(pauseAfter(tries), undefined, { ref: false });
      }
    }
    current = undefined;
  }

  async function clearDoubt(deadline: number): Promise<void> {
    if (doubt === undefined) {
      return pool.lend(deadline, (connection) => connection.execute("select 1", deadline));
    }
    await undo(doubt, pool, deadline);
    doubt = undefined;
  }

  return {
    unavailability: () => current?.reason,

    async wait(deadline) {
      if (current !== undefined) await waitFor(current, timeouts.statement_ms, deadline);
    },

    keepDoubt(kept) {
      doubt = kept;
    },

    start(reason) {
      if (current !== undefined || closing.signal.aborted) return;
      current = { since: performance.now(), reason, done: run() };
    },

    close: () => closing.abort(),
  };
}

interface CurrentRecovery {
  readonly since: number;
  /** Why the latest try failed. */
  reason: StoreUnavailableError;
  readonly done: Promise<void>;
}

async function waitFor(
  current: CurrentRecovery,
  statement_ms: number,
  deadline: number,
): Promise<void> {
  const now = performance.now();
  const longestMs = longestWait(current.since, now, statement_ms);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(current.reason), Math.min(deadline - now, longestMs));
  });
  try {
    await Promise.race([current.done, late]);
  } finally {
    clearTimeout(timer);
  }
}

const SWEPT_EARLY_MS = 60_000;

async function undo({ attempt, batch }: Doubt, pool: Pool, deadline: number): Promise<void> {
  // Its row may have been swept by now, and then the outcome stays unknown.
  const isKnown = Date.now() < attempt.expires_at * 1000 - SWEPT_EARLY_MS;
  const outcomes = isKnown ? await fenceAttempt(pool, attempt, deadline) : undefined;
  const scripts = batch.flatMap((pending) => outcomes?.get(pending)?.undo() ?? []);
  if (scripts.length > 0) await pool.lend(deadline, (one) => runAll(scripts, one, deadline));
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
