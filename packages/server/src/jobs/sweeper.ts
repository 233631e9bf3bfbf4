import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../context/context.ts";
import { type Job, repeat, type Running, whileAvailable } from "./repeat.ts";

const INTERVAL_MS = 15_000;
const LEASE = "sweeper";
const LEASE_TTL = 60;
/** Few enough that no request waits long for the database. */
const BATCH = 500;
const PAUSE_MS = 5;

type SweeperContext = Pick<Context, "store" | "server_metrics" | "log" | "outages" | "now">;

/** Deletes expired rows periodically. Of all servers on a database, the one with the lease sweeps. */
export function startSweeper(context: SweeperContext, holder: string): Job {
  const job = repeat("sweeper", INTERVAL_MS, context, (running) => sweep(context, holder, running));
  return {
    async stop() {
      await job.stop();
      await whileAvailable(() => context.store.leases.release(LEASE, holder)); // Otherwise it expires.
    },
  };
}

/** Deletes expired rows in small batches until none is left. Returns at once while another server has the lease. */
export async function sweep(
  context: SweeperContext,
  holder: string,
  running: Running = { stopped: false },
): Promise<void> {
  const { store, server_metrics, log, now } = context;
  let total = 0;
  if (await store.leases.take(LEASE, holder, now(), LEASE_TTL)) await keepPartitions(context);
  await readPartitions(context);
  while (!running.stopped && (await store.leases.take(LEASE, holder, now(), LEASE_TTL))) {
    const found = await store.sweep(now(), BATCH);
    server_metrics.rows_swept.add(found);
    total += found;
    if (found < BATCH) break;
    await pause(PAUSE_MS);
  }
  if (total > 0) log.debug("swept", { rows: total });
}

/** Makes partitions ahead, and drops those whose rows have expired. */
async function keepPartitions({ store, server_metrics, log, now }: SweeperContext): Promise<void> {
  const { partitions } = server_metrics;
  const kept = await store.partitions.keep(now());
  partitions.made.add(kept.made);
  partitions.dropped.add(kept.dropped);
  partitions.postponed.add(kept.postponed);
  if (kept.made + kept.dropped + kept.postponed > 0) log.debug("kept partitions", { ...kept });
}

/** On every server: a table may have been partitioned meanwhile. */
async function readPartitions({ store, server_metrics, now }: SweeperContext): Promise<void> {
  const layouts = await store.partitions.read(now());
  server_metrics.partitions.layout = {
    ahead: layouts.length === 0 ? 0 : Math.min(...layouts.map(({ ahead }) => ahead)),
    overdue: Math.max(0, ...layouts.map(({ overdue }) => overdue)),
  };
}
