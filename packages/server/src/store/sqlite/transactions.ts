import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { MaybePromise } from "../../maybe-promise.ts";
import { isBusy } from "./errors.ts";

/** Who may use a connection, and when. Others use the file: whoever finds it taken asks again on a later turn. */
export interface Turns {
  /** Does work in a transaction of its own when it is our turn to write, without letting go of the thread meanwhile. */
  write<T>(work: () => T): Promise<T>;
  /** Reads. Only while another process opens or closes the file may that have to wait. */
  read<T>(work: () => T): MaybePromise<T>;
  /** Reads several things as they were at one moment, which costs as much as reading one of them. */
  readTogether<T>(work: () => T): MaybePromise<T>;
}

/**
 * Another process may be writing, for as long as a commit takes: meanwhile ours goes on reading and answering, where SQLite
 * itself would put the whole process to sleep. So the connection must be one that does not wait.
 */
export function createTurns(connection: DatabaseSync): Turns {
  const beginWriting = connection.prepare("begin immediate");
  const beginReading = connection.prepare("begin");
  const commit = connection.prepare("commit");

  const transact = <T>(begin: StatementSync, work: () => T): T => {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (cause) {
      if (connection.isTransaction) connection.exec("rollback");
      throw cause;
    }
  };

  return {
    write: async (work) => now(() => transact(beginWriting, work)),
    read: now,
    readTogether: (work) => now(() => transact(beginReading, work)),
  };
}

/** At once, if the file is free. */
function now<T>(work: () => T): MaybePromise<T> {
  try {
    return work();
  } catch (cause) {
    return askAgain(cause, work);
  }
}

/** Tries again until the file is free, for as long as anybody waits; what failed for any other reason stays failed. */
async function askAgain<T>(first: unknown, work: () => T): Promise<T> {
  const give_up_at = performance.now() + PATIENCE_MS;
  let reason = first;
  for (let attempt = 1; isBusy(reason) && performance.now() < give_up_at; attempt += 1) {
    await (attempt <= EAGER ? nextTurn() : pause(Math.random() * LONGEST_PAUSE_MS));
    try {
      return work();
    } catch (cause) {
      reason = cause;
    }
  }
  throw reason;
}

/** How long anybody waits for the database. */
export const PATIENCE_MS = 5_000;
/** So often it is worth asking again at once: most commits are over by then. */
const EAGER = 2;
/** At random, so that two who wait do not always meet. */
const LONGEST_PAUSE_MS = 4;
