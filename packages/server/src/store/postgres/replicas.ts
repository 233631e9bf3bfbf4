import type { Step } from "../database/statement.ts";
import type { Connection, Timeouts } from "./connection.ts";
import { readServers } from "./dsn.ts";
import { isRepeatable } from "./errors.ts";
import { createPool, type Pool } from "./pool.ts";
import type { StatementNames } from "./statement-names.ts";

/** Work that only reads, on a connection and within a deadline. */
export type Reading<T> = (connection: Connection, deadline: number) => Promise<T>;

/** Standbys of PostgreSQL, for reads whose result may be a few seconds old. */
export interface Replicas {
  /** Runs the work on a replica. Undefined where none of them can do it now: then the primary has to. */
  read<T>(work: Reading<T>): Promise<{ readonly value: T } | undefined>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** One for each replica. */
  readonly dsns: readonly string[];
  /** How many connections each replica gets at most. */
  readonly connections: number;
  readonly timeouts: Timeouts;
  readonly names: StatementNames;
  /** Runs work on the primary. */
  readonly onPrimary: <T>(work: Reading<T>) => Promise<T>;
}

/**
 * Once a second, a replica that is in use must have replayed what the primary had written some seconds ago. One that has not, or
 * that fails, is left out for a while. They are used in rotation.
 */
export function createReplicas(options: ReplicaOptions): Replicas {
  const { dsns, connections, timeouts, names, onPrimary } = options;
  const replicas = dsns.map((dsn) => {
    const servers = readServers(dsn);
    return createReplica(
      createPool({ servers, max: connections, timeouts, names, accepts_standby: true }),
    );
  });
  let next = 0;
  /** The primary needs the rest of the time. */
  const halfMs = timeouts.statement_ms / 2;

  const isFresh = async (replica: Replica, deadline: number): Promise<boolean> => {
    const now = performance.now();
    if (now < replica.fresh_until) return true;
    const before = replica.written;
    const written = { at: now, lsn: await onPrimary(readWritten) };
    replica.written = written;
    const wanted = before !== undefined && now - before.at < MAX_LAG_MS ? before : written;
    const hasReplayed = await replica.pool.lend(deadline, (connection) =>
      readReplayed(connection, wanted.lsn, deadline),
    );
    if (hasReplayed) replica.fresh_until = now + FRESH_MS;
    else replica.left_out_until = now + LAGGING_MS;
    return hasReplayed;
  };

  return {
    async read(work) {
      for (let tries = 0; tries < replicas.length; tries += 1) {
        const replica = replicas[next % replicas.length];
        next += 1;
        if (replica === undefined || performance.now() < replica.left_out_until) continue;
        const deadline = performance.now() + halfMs;
        try {
          if (!(await isFresh(replica, deadline))) continue;
          const run = (connection: Connection): ReturnType<typeof work> =>
            work(connection, deadline);
          return { value: await replica.pool.lend(deadline, run) };
        } catch (cause) {
          // A statement that was in the way of the replay, among others, says nothing about the next one.
          if (!isRepeatable(cause)) replica.left_out_until = performance.now() + FAILED_MS;
        }
      }
      return undefined;
    },
    async close() {
      await Promise.all(replicas.map(({ pool }) => pool.close()));
    },
  };
}

interface Replica {
  readonly pool: Pool;
  /** What the primary had written when it was asked last: a position in its log. */
  written: { readonly at: number; readonly lsn: string } | undefined;
  fresh_until: number;
  left_out_until: number;
}

function createReplica(pool: Pool): Replica {
  return { pool, written: undefined, fresh_until: 0, left_out_until: 0 };
}

const FRESH_MS = 1_000;
const MAX_LAG_MS = 5_000;
const LAGGING_MS = 1_000;
const FAILED_MS = 5_000;

const WRITTEN: Step = { sql: "select pg_current_wal_lsn()::text as lsn", values: [] };
const REPLAYED = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
  >= $1::text::pg_lsn as has_replayed`;

async function readWritten(connection: Connection, deadline: number): Promise<string> {
  const [row] = await connection.run(WRITTEN, deadline);
  return String(row?.["lsn"]);
}

async function readReplayed(
  connection: Connection,
  lsn: string,
  deadline: number,
): Promise<boolean> {
  const [row] = await connection.run({ sql: REPLAYED, values: [lsn] }, deadline);
  return row?.["has_replayed"] === true;
}
