import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { withClient } from "../../packages/server/test/support/sql.ts";
import { processorTimeOfTree } from "../child.ts";
import { median } from "../statistics.ts";
import { type LoadedSubject, warmUpFor } from "../workloads/workload.ts";
import type { Footprint, Kind } from "./footprint.ts";

/** A kind of request, and how a server is loaded with it. */
export interface Loaded {
  readonly kind: Kind;
  readonly subject: LoadedSubject;
}

interface Plan {
  readonly dsn: string;
  readonly postgres_pid: number;
  readonly rounds: number;
  readonly round_s: number;
  readonly warm_up_s: number;
  readonly written_over_s: number;
}

/**
 * Measures all kinds in every round, and then what each writes. Between two checkpoints each page that changes is in the log once as
 * a whole, so what is written depends on how far apart they are.
 */
export async function measureFootprints(
  loaded: readonly Loaded[],
  plan: Plan,
): Promise<Footprint[]> {
  for (const { kind, subject } of loaded)
    await subject.measure(warmUpFor(kind === "sign_in" ? "flows" : "requests", plan.warm_up_s));
  const rounds = new Map<Kind, Round[]>(loaded.map(({ kind }) => [kind, []]));
  return withClient(plan.dsn, async (client) => {
    for (let round = 0; round < plan.rounds; round += 1)
      for (const one of loaded) rounds.get(one.kind)?.push(await measureRound(client, one, plan));
    const footprints: Footprint[] = [];
    for (const one of loaded) {
      const times = summarise(rounds.get(one.kind) ?? []);
      footprints.push({ kind: one.kind, ...times, ...(await measureWrites(client, one, plan)) });
    }
    return footprints;
  });
}

function summarise(rounds: readonly Round[]): Round {
  const middle = (of: (round: Round) => number): number => median(rounds.map(of));
  return {
    server_us: middle((round) => round.server_us),
    database_us: middle((round) => round.database_us),
    transactions: middle((round) => round.transactions),
    count: rounds.reduce((sum, round) => sum + round.count, 0),
  };
}

type Round = Pick<Footprint, "server_us" | "database_us" | "transactions" | "count">;
type Writes = Pick<Footprint, "log_bytes" | "stored_bytes" | "written_bytes">;

/** Between two checkpoints: the second writes the pages that have changed. */
async function measureWrites(
  client: Client,
  { subject }: Loaded,
  { written_over_s }: Plan,
): Promise<Writes> {
  await client.query("checkpoint");
  const before = await readWrites(client);
  const { count } = await subject.measure(written_over_s);
  await client.query("checkpoint");
  const after = await readWrites(client);
  return {
    log_bytes: (after.log_bytes - before.log_bytes) / count,
    stored_bytes: (after.stored_bytes - before.stored_bytes) / count,
    written_bytes: (after.written_bytes - before.written_bytes) / count,
  };
}

async function readWrites(client: Client): Promise<Writes> {
  await pause(STATISTICS_MS);
  const { rows } = await client.query<Record<string, string>>(WRITES);
  return {
    log_bytes: Number(rows[0]?.["log_bytes"]),
    stored_bytes: Number(rows[0]?.["stored_bytes"]),
    written_bytes: Number(rows[0]?.["written_bytes"]),
  };
}

/** Without new segments of the log, which are filled with zeros once and then used again and again. */
const WRITES = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as log_bytes,
    pg_database_size(current_database()) as stored_bytes,
    (select sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0))
      from pg_stat_io where context <> 'init') as written_bytes`;

async function measureRound(
  client: Client,
  { subject }: Loaded,
  { postgres_pid, round_s }: Plan,
): Promise<Round> {
  const serverPid = subject.pid ?? Number.NaN;
  const before = await readCounters(client, serverPid, postgres_pid);
  const { count } = await subject.measure(round_s);
  const after = await readCounters(client, serverPid, postgres_pid);
  const each = (of: keyof Counters): number => (after[of] - before[of]) / count;
  return {
    server_us: each("server_s") * 1e6,
    database_us: each("database_s") * 1e6,
    transactions: each("transactions"),
    count,
  };
}

interface Counters {
  readonly server_s: number;
  readonly database_s: number;
  readonly transactions: number;
}

async function readCounters(
  client: Client,
  serverPid: number,
  postgres_pid: number,
): Promise<Counters> {
  await pause(STATISTICS_MS);
  const { rows } = await client.query<Record<string, string>>(COUNTERS);
  return {
    server_s: processorTimeOfTree(serverPid),
    database_s: processorTimeOfTree(postgres_pid),
    transactions: Number(rows[0]?.["transactions"]),
  };
}

/** A connection of PostgreSQL publishes its counts at most once a second. */
const STATISTICS_MS = 1_100;

const COUNTERS =
  "select xact_commit as transactions from pg_stat_database where datname = current_database()";
