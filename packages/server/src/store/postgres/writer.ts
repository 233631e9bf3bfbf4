import type { PendingWrite } from "../database/write-batch.ts";
import { isTableMissing } from "../port/missing-schema.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";
import { ConnectionLostError, type Timeouts } from "./connection.ts";
import { describeFailure, isReadOnly } from "./errors.ts";
import type { Pool } from "./pool.ts";
import { createRecovery, type Doubt } from "./recovery.ts";
import { isWorthRepeating, pauseBefore } from "./retry.ts";
import { type Capabilities, runBatch } from "./run-batch.ts";
import { type Attempt, fenceAttempt, newAttempt, type Outcomes } from "./write-attempt.ts";

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
 * unknown, and the doubt is resolved before any other write (`recovery.ts`).
 */
export function createWriter(
  pool: Pool,
  timeouts: Timeouts,
  onUndoFailed: (error: unknown) => void = () => {},
): Writer {
  const capabilities: Capabilities = { one_statement: true };
  const recovery = createRecovery(pool, timeouts, onUndoFailed);
  let recordsAttempts = true;
  let previous: Uint8Array | undefined;

  const commit: Writer["commit"] = async (batch) => {
    const isUnlimited = batch.some((pending) => pending.kind === "script" && pending.unlimited);
    const deadline = isUnlimited ? Infinity : performance.now() + timeouts.statement_ms;
    try {
      if (recovery.unavailability() !== undefined) await recovery.wait(deadline);
      await commitBatch(batch, isUnlimited, deadline);
      return undefined;
    } catch (cause) {
      const reason = describeFailure(cause);
      for (const { reject } of batch) reject(reason);
      if (!(reason instanceof StoreUnavailableError)) return undefined;
      recovery.start(reason);
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
      const is_recorded = recordsAttempts && !is_unlimited;
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
          recordsAttempts = false;
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
      return await fenceAttempt(pool, found.attempt, deadline);
    } catch (cause) {
      if (found.attempt.is_recorded) recovery.keepDoubt(found);
      const options = { cause, outcome_unknown: true };
      const reason = new StoreUnavailableError("The outcome of a write is not known.", options);
      for (const { reject } of found.batch) reject(reason);
      throw reason;
    }
  }

  return {
    commit,
    unavailability: () => recovery.unavailability(),
    close: () => recovery.close(),
  };
}

function settleAll(batch: readonly PendingWrite[], outcomes: Outcomes): void {
  for (const pending of batch) outcomes.get(pending)?.settle();
}

/** An older schema, on which `latchkey janitor` of a newer version may run. */
function isAttemptTableMissing(cause: unknown): boolean {
  return isTableMissing(cause) && String(cause).includes("write_attempt");
}
