import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/** Does work in a transaction of its own when it is our turn to write, without letting go of the thread meanwhile. */
export type Turns = <T>(work: () => T) => Promise<T>;

/**
 * Another process may be writing, for as long as a commit takes: meanwhile ours goes on reading and answering, where SQLite
 * itself would put the whole process to sleep.
 */
export function createTurns(connection: DatabaseSync): Turns {
  // Never prepared: such a pragma does its work while it is compiled, and nothing when it is run again.
  const wait = (ms: number): void => connection.exec(`pragma busy_timeout = ${ms}`);
  const begin = connection.prepare("begin immediate");
  const commit = connection.prepare("commit");

  /** False when another process writes. After too long a time, that is an error. */
  const tryToBegin = (mayBeBusy: boolean): boolean => {
    wait(0);
    try {
      begin.run();
      return true;
    } catch (cause) {
      if (mayBeBusy && isBusy(cause)) return false;
      throw cause;
    } finally {
      wait(PATIENCE_MS);
    }
  };

  const transact = <T>(work: () => T): T => {
    try {
      const result = work();
      commit.run();
      return result;
    } catch (cause) {
      if (connection.isTransaction) connection.exec("rollback");
      throw cause;
    }
  };

  return async (work) => {
    const give_up_at = performance.now() + PATIENCE_MS;
    for (let attempt = 1; !tryToBegin(performance.now() < give_up_at); attempt += 1) {
      await (attempt <= EAGER ? nextTurn() : pause(Math.random() * LONGEST_PAUSE_MS));
    }
    return transact(work); // In the same breath: nobody else uses the connection between this and the commit.
  };
}

/** Whether a write failed only because others wrote all the time. */
export function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return (
    error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
  );
}

/** How long anybody waits for the database. */
export const PATIENCE_MS = 5_000;
/** So often it is worth asking again at once: most commits are over by then. */
const EAGER = 2;
/** At random, so that two who wait do not always meet. */
const LONGEST_PAUSE_MS = 4;
