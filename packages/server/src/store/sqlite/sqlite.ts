import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTick } from "node:timers/promises";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { Database } from "../database/database.ts";
import { dialects } from "../database/dialects.ts";
import type { Script } from "../database/statement.ts";
import {
  createWriteBatches,
  type Outcome,
  type PendingWrite,
  type WriteBatches,
} from "../database/write-batch.ts";
import { MAX_PING_AGE_MS } from "../port/store.ts";
import { isTransient, StoreUnavailableError } from "../port/unavailable.ts";
import { describeFailure } from "./errors.ts";
import { createFile, explainOpening, watchPresence, watchStorage } from "./file.ts";
import { loadSqlite } from "./load.ts";
import { createReadBatches } from "./read-batch.ts";
import { createStatements, runScript } from "./statements.ts";
import { BUSY_TIMEOUT_MS, createTransactions } from "./transactions.ts";
import { noLog, openWriteAheadLog } from "./write-ahead-log.ts";

/**
 * SQLite in this process. A transaction runs synchronously from `begin` to `commit`, so one connection is enough and no
 * reader sees half a transaction.
 */
export function openSqlite(path: string, openLog = openWriteAheadLog): Database {
  const connection = connectOrExplain(path);
  const log = path === ":memory:" ? noLog : openLog(path);
  const { run, perform, lookUp } = createStatements(connection);
  const transactions = createTransactions(connection);
  const assertPresent = path === ":memory:" ? undefined : watchPresence(path);

  const commit = async (batch: readonly PendingWrite[]): Promise<void> => {
    let outcomes: Outcome[];
    try {
      assertPresent?.();
      outcomes = await transactions.write(() => batch.map(perform));
    } catch (error) {
      const cause = describeFailure(error, connection.isOpen);
      if (isTransient(cause)) fail(batch, cause);
      else if (batch.length === 1) batch[0]?.reject(cause);
      else for (const pending of batch) await commit([pending]); // Only the write at fault is rejected.
      return;
    }
    try {
      await log.flush(); // On disk before any caller is answered.
    } catch (cause) {
      const options = { cause, outcome_unknown: true };
      return fail(batch, new StoreUnavailableError("The disk did not take a write.", options));
    }
    for (const { settle } of outcomes) settle();
  };
  const batches: WriteBatches = createWriteBatches(commit);

  const fail = (failed: readonly PendingWrite[], reason: unknown): void => {
    for (const { reject } of failed) reject(reason);
    batches.rejectWaiting(reason);
  };

  const rethrow = (cause: unknown): never => {
    throw describeFailure(cause, connection.isOpen);
  };
  const describingFailures = <T>(work: () => MaybePromise<T>): MaybePromise<T> => {
    try {
      const result = work();
      return result instanceof Promise ? result.catch(rethrow) : result;
    } catch (cause) {
      return rethrow(cause);
    }
  };

  const find = createReadBatches((batch) =>
    describingFailures(() =>
      transactions.readSnapshot(() => batch.map(({ lookup, values }) => lookUp(lookup, values))),
    ),
  );

  const checkStorage = assertPresent && watchStorage(path, assertPresent);
  const checkWrites =
    checkStorage &&
    atMostEvery(MAX_PING_AGE_MS, async () => {
      await checkStorage();
      await batches.write(rewrite);
    });

  const read: Database["read"] = async (script) =>
    describingFailures(() => transactions.read(() => runScript(script(), run)));

  return {
    dialect: dialects.sqlite,
    read,
    readStale: read,
    find,
    write: batches.write,
    insert: batches.insert,
    update: batches.update,
    async check() {
      assertPresent?.();
      await describingFailures(() => transactions.read(() => run({ sql: "select 1", values: [] })));
      await checkWrites?.();
    },
    wasUnavailable: () => false,
    async close() {
      await batches.whenIdle();
      await nextTick(); // Lookups that wait are run on this tick.
      log.close();
      connection.close();
    },
  };
}

/** Concurrent calls share one run, and its success is valid for so many milliseconds from its start. */
function atMostEvery(ms: number, work: () => Promise<void>): () => Promise<void> {
  let validUntil = 0;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      await work();
      validUntil = startedAt + ms;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (performance.now() >= validUntil) await (running ??= run());
  };
}

/** Changes no value, but is written to disk. */
function* rewrite(): Script<void> {
  yield { sql: "update revision set value = value where name = 'configuration'", values: [] };
}

function connectOrExplain(path: string): DatabaseSync {
  try {
    return connect(path);
  } catch (cause) {
    throw explainOpening(path, cause);
  }
}

function connect(path: string): DatabaseSync {
  const bytes = path === ":memory:" ? 0 : createFile(path);
  const { DatabaseSync } = loadSqlite();
  const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // NORMAL: `write-ahead-log.ts` brings the log to disk after each commit, and SQLite does so at each checkpoint.
  connection.exec(
    "pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on",
  );
  connection.exec(`pragma cache_size = -${bytes < LARGE_BYTES ? CACHE_KIB : CACHE_OF_LARGE_KIB}`);
  connection.exec("pragma busy_timeout = 0"); // From here on `transactions.ts` waits, without blocking the process.
  return connection;
}

/**
 * The page cache. A commit that splits pages scans all of it in any file smaller than 1 GiB: to sort pages SQLite borrows the
 * page number at that offset, and then assumes that its cache reaches beyond the end of the file. So the cache of such a file
 * is small; the operating system caches the rest.
 */
const CACHE_KIB = 8 * 1024;
const CACHE_OF_LARGE_KIB = 64 * 1024;
const LARGE_BYTES = 2 ** 30;
