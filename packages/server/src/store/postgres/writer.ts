import { setTimeout as pause } from "node:timers/promises";
import { updateAll } from "./batch.ts";
import { type Pending, settle } from "../database/write-batch.ts";
import { type Connection, ConnectionLostError, type Timeouts } from "./connection.ts";
import { codeOf, describeFailure, isConflict, isReadOnly } from "./errors.ts";
import { type Capabilities, finish, type Results, runGroup } from "./run-batch.ts";
import { type Pool, WAIT_IN_OUTAGE_MS } from "./pool.ts";
import type { Script, Update, Value } from "../database/script.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";
import { type Attempt, fence, newAttempt } from "./write-attempt.ts";

/** Commits batches, one after another, and knows what became of each. */
export interface Writer {
  /** Carries a batch out and settles everything in it. Resolves with the reason if the database was unavailable. */
  commit(group: readonly Pending[]): Promise<StoreUnavailableError | undefined>;
  /** Why nothing can be written at the moment; undefined when it can, as far as is known. */
  trouble(): StoreUnavailableError | undefined;
  close(): void;
}

/**
 * A batch whose connection is lost before COMMIT was sent is run again. One whose connection is lost after that is in doubt:
 * its attempt is looked up and fenced (`write-attempt.ts`), and then it is settled with its results, or run again. All that
 * within one deadline. If the database cannot be asked in time, its callers are told that the outcome is unknown; before any
 * other write the doubt is cleared, and what was committed without its caller knowing is taken back where that is possible.
 * `onMistake` is told when the database refuses to do that.
 */
export function createWriter(
  pool: Pool,
  timeouts: Timeouts,
  onMistake: (error: unknown) => void = () => {},
): Writer {
  const capabilities: Capabilities = { one_statement: true };
  let records_attempts = true;
  let previous: Uint8Array | undefined;
  let doubt: Doubt | undefined;
  let recovery: Recovery | undefined;
  const closing = new AbortController();

  const commit: Writer["commit"] = async (group) => {
    const is_unlimited = group.some((pending) => pending.kind === "script" && pending.unlimited);
    const deadline = is_unlimited ? Infinity : performance.now() + timeouts.statement_ms;
    try {
      if (recovery !== undefined) await recovered(recovery, deadline);
      await carryOut(group, is_unlimited, deadline);
      return undefined;
    } catch (cause) {
      const reason = describeFailure(cause);
      for (const { reject } of group) reject(reason);
      if (!(reason instanceof StoreUnavailableError)) return undefined;
      recover(reason);
      return reason;
    }
  };

  async function carryOut(
    group: readonly Pending[],
    is_unlimited: boolean,
    deadline: number,
  ): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      // Migrations are what makes the table of attempts.
      const is_recorded = records_attempts && !is_unlimited;
      const attempt = newAttempt({ is_recorded, is_unlimited, previous });
      try {
        const results = await runOnce(group, attempt, deadline);
        previous = attempt.id;
        settleAll(group, results);
        return;
      } catch (cause) {
        if (cause instanceof ConnectionLostError && attempt.commit_sent) {
          const results = await resolve({ group, attempt }, cause, deadline);
          if (results !== undefined) return settleAll(group, results);
        } else if (attempt.is_recorded && isAttemptTableMissing(cause)) {
          records_attempts = false;
        } else if (!isWorthRepeating(cause, tries)) {
          if (describeFailure(cause) !== cause || cause instanceof StoreUnavailableError)
            throw cause;
          return refuse(group, cause, is_unlimited, deadline);
        }
      }
      await pauseBefore(tries, deadline);
    }
  }

  async function runOnce(
    group: readonly Pending[],
    attempt: Attempt,
    deadline: number,
  ): Promise<Results> {
    return pool.lend(deadline, async (connection) => {
      try {
        return await runGroup(connection, group, attempt, capabilities, deadline);
      } catch (cause) {
        if (isReadOnly(cause)) connection.destroy();
        throw cause;
      }
    });
  }

  /** The database refused a statement: only the write that it belongs to shall fail. */
  async function refuse(
    group: readonly Pending[],
    cause: unknown,
    is_unlimited: boolean,
    deadline: number,
  ): Promise<void> {
    if (group.length === 1) group[0]?.reject(cause);
    else for (const pending of group) await carryOut([pending], is_unlimited, deadline);
  }

  /** What a batch in doubt came to; undefined when it was not committed and never will be. */
  async function resolve(
    found: Doubt,
    lost: ConnectionLostError,
    deadline: number,
  ): Promise<Results | undefined> {
    try {
      if (lost.timed_out || !found.attempt.is_recorded) throw lost;
      return await ask(found.attempt, deadline);
    } catch (cause) {
      if (found.attempt.is_recorded) doubt = found;
      const options = { cause, outcome_unknown: true };
      const reason = new StoreUnavailableError("The outcome of a write is not known.", options);
      for (const { reject } of found.group) reject(reason);
      throw reason;
    }
  }

  async function ask(attempt: Attempt, deadline: number): Promise<Results | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        const rows = await pool.lend(deadline, (connection) =>
          connection.run(fence(attempt), deadline),
        );
        const [row] = rows;
        return row?.["fenced"] === 0 ? attempt.resultsFrom(row["made"] ?? null) : undefined;
      } catch (cause) {
        if (!isWorthRepeating(cause, tries)) throw cause;
        await pauseBefore(tries, deadline);
      }
    }
  }

  /** Goes on asking until the database is back and there is no doubt left. */
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
            doubt = undefined; // A mistake of ours, which the next try would repeat.
            onMistake(cause);
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
    const { attempt, group } = doubt;
    // Its row may have been swept by now, and then nobody knows any more.
    const isKnown = Date.now() < attempt.expires_at * 1000 - SWEPT_EARLY_MS;
    const results = isKnown ? await ask(attempt, deadline) : undefined;
    const scripts = results === undefined ? [] : group.flatMap((one) => undoOf(one, results));
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
    trouble: () => recovery?.reason,
    close: () => closing.abort(),
  };
}

/** A batch that may have been committed. */
interface Doubt {
  readonly group: readonly Pending[];
  readonly attempt: Attempt;
}

interface Recovery {
  readonly since: number;
  /** Why the latest try failed. */
  reason: StoreUnavailableError;
  readonly done: Promise<void>;
}

function settleAll(group: readonly Pending[], results: Results): void {
  for (const pending of group) settle(pending, results.get(pending));
}

/** Takes a write back that was committed while its caller was told 503. */
function undoOf(pending: Pending, results: Results): Script<unknown>[] {
  const result = results.get(pending);
  if (pending.kind === "script") {
    const script = pending.undo?.(result);
    return script === undefined ? [] : [script];
  }
  if (pending.kind === "insert" || pending.update.undo === undefined || result !== true) return [];
  return [takeBack({ ...pending.update, ...pending.update.undo }, pending.values)];
}

function* takeBack(update: Update, values: readonly Value[]): Script<void> {
  yield updateAll(update, [values]);
}

async function runAll(
  scripts: readonly Script<unknown>[],
  connection: Connection,
  deadline: number,
): Promise<void> {
  try {
    await connection.execute("begin", deadline);
    for (const script of scripts) await finish(script, connection, deadline);
    await connection.execute("commit", deadline);
  } catch (cause) {
    connection.destroy();
    throw cause;
  }
}

/** An older schema, which `latchkey janitor` of a newer version may meet. */
function isAttemptTableMissing(cause: unknown): boolean {
  const UNDEFINED_TABLE = "42P01";
  return (
    codeOf(cause) === UNDEFINED_TABLE &&
    cause instanceof Error &&
    cause.message.includes("write_attempt")
  );
}

/** Whether a statement that was certainly not carried out may be sent again. */
function isWorthRepeating(cause: unknown, tries: number): boolean {
  const isLost = cause instanceof ConnectionLostError && !cause.timed_out;
  return (isLost || isConflict(cause) || isReadOnly(cause)) && tries < TRIES_MAX;
}

/** With the pauses between them, more than fit into a deadline where connections are lost; conflicts are fewer. */
const TRIES_MAX = 10;
const SWEPT_EARLY_MS = 60_000;

/** At once, then with growing pauses; not at all when the deadline would pass meanwhile. */
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
