import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTick, setTimeout as pause } from "node:timers/promises";
import type { MaybePromise } from "../../maybe-promise.ts";
import { isBusy } from "./errors.ts";

/** Transactions on a connection whose file other processes use as well. While the file is locked they are tried again. */
export interface Transactions {
  /** Runs `work` in a transaction that may write, synchronously once the file is free. */
  write<T>(work: () => T): Promise<T>;
  /** Runs one statement that reads. It waits only while another process opens or closes the file. */
  read<T>(work: () => T): MaybePromise<T>;
  /** Runs several statements that read one snapshot, which takes the locks once. */
  readSnapshot<T>(work: () => T): MaybePromise<T>;
}

/**
 * Another process may be writing, for as long as its commit takes. This process goes on serving requests meanwhile, where
 * SQLite's own busy timeout would block it. So the connection must have no busy timeout.
 */
export function createTransactions(connection: DatabaseSync): Transactions {
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
    async write(work) {
      try {
        return transact(beginWriting, work);
      } catch (cause) {
        return retry(cause, () => transact(beginWriting, work));
      }
    },
    read: whenFree,
    readSnapshot: (work) => whenFree(() => transact(beginReading, work)),
  };
}

/** Synchronously, if the file is free. */
function whenFree<T>(work: () => T): MaybePromise<T> {
  try {
    return work();
  } catch (cause) {
    return retry(cause, work);
  }
}

/** Tries again until the file is free or the time is up. Any other failure is final. */
async function retry<T>(first: unknown, work: () => T): Promise<T> {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  let reason = first;
  for (let attempt = 1; isBusy(reason) && performance.now() < giveUpAt; attempt += 1) {
    await (attempt <= IMMEDIATE_RETRIES ? nextTick() : pause(Math.random() * MAX_PAUSE_MS));
    try {
      return work();
    } catch (cause) {
      reason = cause;
    }
  }
  throw reason;
}

/** How long a caller waits for a locked file. */
export const BUSY_TIMEOUT_MS = 5_000;
/** Most commits of other processes are over by then. */
const IMMEDIATE_RETRIES = 2;
/** Pauses are random, so that two waiting processes do not collide again and again. */
const MAX_PAUSE_MS = 4;
