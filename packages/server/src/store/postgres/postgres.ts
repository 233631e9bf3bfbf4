import type { ConnectionUsage, Database } from "../database/database.ts";
import { dialects } from "../database/dialects.ts";
import { createWriteBatches, type WriteBatches } from "../database/write-batch.ts";
import { isOutOfSpace, isTransient, type StoreUnavailableError } from "../port/unavailable.ts";
import { ConnectionLostError, ReadOnlyServerError, type Timeouts } from "./connection.ts";
import { define } from "./define.ts";
import { type Distribution, readDistribution } from "./distribution.ts";
import { readServers } from "./dsn.ts";
import { describeFailure, isRepeatable } from "./errors.ts";
import { createInsertLanes, type InsertLanes } from "./insert-lanes.ts";
import { createPool, type Pool } from "./pool.ts";
import { createReadBatches } from "./read-batch.ts";
import { createReplicas, type Reading } from "./replicas.ts";
import { pauseBefore } from "./retry.ts";
import { runScript } from "./run-batch.ts";
import { createStatementNames } from "./statement-names.ts";
import { createWriter } from "./writer.ts";

/** How a server uses PostgreSQL. */
export interface PostgresOptions extends Timeouts {
  readonly connections: number;
  /** The DSNs of standbys, for reads that may be out of date. */
  readonly replicas?: readonly string[] | undefined;
  /** Called for each such read, with what carried it out. */
  readonly onStaleRead?: ((by: "primary" | "replica") => void) | undefined;
  /** Called with host and port when a connection was opened. */
  readonly onConnected?: ((address: string) => void) | undefined;
  /** Called when a call of the database exceeded its deadline. */
  readonly onTimeout?: (() => void) | undefined;
  /** Called when a write whose outcome was unknown could not be undone. */
  readonly onUndoFailed?: ((error: unknown) => void) | undefined;
  /** Called once, when statements cannot be prepared by name, because of a pooler. */
  readonly onUnprepared?: (() => void) | undefined;
}

/** PostgreSQL, or a database that speaks its protocol: nothing here needs advisory locks, notifications or sequences. */
export function openPostgres(dsn: string, options: PostgresOptions): Database {
  const { connections, replicas: dsns = [], onTimeout = () => {}, onStaleRead } = options;
  const servers = readServers(dsn);
  const outage = createOutage(2 * options.statement_ms);
  let noSpace: { readonly reason: StoreUnavailableError; readonly until: number } | undefined;
  // Write batches are committed one after another. Over one connection, PostgreSQL plans their statements once.
  const names = createStatementNames(options.onUnprepared);
  const { onConnected } = options;
  let partitioned: ReadonlySet<string> = new Set();
  const pool = createPool({ servers, max: connections - 1, timeouts: options, names, onConnected });
  const writing = createPool({ servers, max: 1, timeouts: options, names, onConnected });
  let distribution: Distribution | undefined;
  let lanes: InsertLanes | undefined;
  let inserting: Pool | undefined;
  const writer = createWriter(writing, options, options.onUndoFailed);

  const note = (failure: unknown): unknown => {
    if (!isTransient(failure)) return failure;
    outage.note();
    if (isTimeout(failure)) onTimeout();
    return failure;
  };

  const throwNoted = (failure: unknown): never => {
    throw note(failure);
  };

  const batches: WriteBatches = createWriteBatches(async (batch) => {
    const reason = await writer.commit(batch);
    if (reason === undefined) return;
    note(reason);
    if (isOutOfSpace(reason)) noSpace = { reason, until: performance.now() + NO_SPACE_MS };
    batches.rejectWaiting(reason);
  });

  const runReading: RunReading = async (work) => {
    const deadline = performance.now() + options.statement_ms;
    for (let tries = 1; ; tries += 1) {
      try {
        return await pool.lend(deadline, (connection) => work(connection, deadline));
      } catch (cause) {
        const isLost = cause instanceof ConnectionLostError && !cause.timed_out;
        const isUnusable = isLost || cause instanceof ReadOnlyServerError;
        if (!isUnusable && !isRepeatable(cause)) throw note(describeFailure(cause));
      }
      await pauseBefore(tries, deadline).catch((late: unknown) => {
        throw note(late);
      });
    }
  };

  let isAsked = false;
  /** Reads how tables are distributed, once; where that fails, again with the next request. */
  const askForDistribution = async (): Promise<void> => {
    isAsked = true;
    try {
      const found = await runReading((connection, deadline) =>
        runScript(readDistribution(), connection, deadline),
      );
      if (found === undefined) return;
      const max = LANE_CONNECTIONS;
      inserting = createPool({ servers, max, timeouts: options, names, onConnected });
      lanes = createInsertLanes(inserting, found, options);
      distribution = found;
    } catch (failure) {
      isAsked = !isTransient(failure);
    }
  };
  const find = createReadBatches(
    (step) => runReading((connection, deadline) => connection.run(step, deadline)),
    () => distribution,
    (table) => partitioned.has(table),
  );
  const replicas = createReplicas({
    dsns,
    connections: Math.max(Math.floor(connections / 2), 1),
    timeouts: options,
    names: createStatementNames(options.onUnprepared),
    onPrimary: runReading,
  });
  const readStale = async <T>(work: Reading<T>): Promise<T> => {
    const found = await replicas.read(work);
    onStaleRead?.(found === undefined ? "primary" : "replica");
    return found === undefined ? runReading(work) : found.value;
  };

  return {
    dialect: dialects.postgres,
    read: (script) =>
      runReading((connection, deadline) => runScript(script(), connection, deadline)),
    readStale: (script) =>
      (dsns.length === 0 ? runReading : readStale)((connection, deadline) =>
        runScript(script(), connection, deadline),
      ),
    find(lookup, values) {
      if (!isAsked) void askForDistribution();
      return find(lookup, values);
    },
    notePartitioned(tables) {
      partitioned = new Set(tables);
    },
    define: (script) =>
      pool.lend(performance.now() + options.statement_ms, (connection) =>
        define(connection, script),
      ),
    write: batches.write,
    insert(...rows) {
      if (!isAsked) void askForDistribution();
      return lanes?.insert(rows)?.catch(throwNoted) ?? batches.insert(...rows);
    },
    update: batches.update,
    async check() {
      const reason = writer.unavailability();
      if (reason !== undefined) throw reason;
      if (noSpace !== undefined && performance.now() < noSpace.until) throw noSpace.reason;
      await runReading((connection, deadline) => connection.assertWritable(deadline));
    },
    usage: () => {
      const all = [pool, writing, inserting].flatMap((each) => each?.usage() ?? []);
      const sum = (of: (one: ConnectionUsage) => number): number =>
        all.reduce((total, one) => total + of(one), 0);
      return {
        in_use: sum(({ in_use }) => in_use),
        idle: sum(({ idle }) => idle),
        waiting: sum(({ waiting }) => waiting),
      };
    },
    wasUnavailable: (at_ms) => writer.unavailability() !== undefined || outage.covers(at_ms),
    async close() {
      await batches.whenIdle();
      writer.close();
      const open = [pool, writing, inserting, replicas];
      await Promise.all(open.flatMap((each) => each?.close() ?? []));
    },
  };
}

/**
 * How long no write is expected to succeed after one for which the disk had no space. Nothing else shows a full disk: reads
 * succeed, and so does the recovery of the writer, which only reads.
 */
const NO_SPACE_MS = 5_000;

/** For the batches of the parts of a distributed database, beside those that are shared. */
const LANE_CONNECTIONS = 6;

/** Runs work that only reads, again on another connection when one is lost. */
type RunReading = <T>(work: Reading<T>) => Promise<T>;

function isTimeout(failure: unknown): boolean {
  for (let at = failure; at instanceof Error; at = at.cause) {
    if (at instanceof ConnectionLostError) return at.timed_out;
  }
  return false;
}

/** When the database was last unavailable, as far as this process noticed. */
function createOutage(noticed_late_ms: number) {
  let [from_ms, until_ms] = [Infinity, -Infinity];
  return {
    note() {
      const nowMs = Date.now();
      if (nowMs > until_ms) from_ms = nowMs - noticed_late_ms;
      until_ms = nowMs + RECOVERED_AFTER_MS;
    },
    covers: (at_ms: number): boolean => {
      const isOver = Date.now() > until_ms;
      return !isOver && at_ms >= from_ms && at_ms <= until_ms;
    },
  };
}

/** By then every process has resolved its doubts. */
const RECOVERED_AFTER_MS = 5_000;
