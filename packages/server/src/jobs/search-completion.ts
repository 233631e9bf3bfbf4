import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../context/context.ts";
import { createSignal } from "../context/signal.ts";
import type { SearchPosition } from "../store/port/search-store.ts";
import { type Job, repeat, type Running, whileAvailable } from "./repeat.ts";

const INTERVAL_MS = 15_000;
const LEASE = "search-index";
const LEASE_TTL = 60;
const PAUSE_MS = 5;

type CompletionContext = Pick<Context, "store" | "log" | "outages" | "now">;

/**
 * Indexes rows that no search finds yet, because they were imported with SQL: at the start, and after searches, for which rows
 * may have been imported meanwhile. Of all servers on a database, the one with the lease does it.
 */
export function startSearchCompletion(context: CompletionContext, holder: string): Job {
  let completedFor: number | undefined;
  const signal = createSignal();
  const work = async (running: Running): Promise<void> => {
    const searches = context.store.searches();
    if (searches === completedFor) return;
    if (await completeSearch(context, holder, running)) completedFor = searches;
  };
  const job = repeat("search-completion", INTERVAL_MS, context, work, signal);
  signal.notify(); // At the start, not after the first interval.
  return job;
}

/** Looks through all rows in small steps. False where it was stopped, or another server has the lease. */
export async function completeSearch(
  context: CompletionContext,
  holder: string,
  running: Running = { stopped: false },
): Promise<boolean> {
  const { leases } = context.store;
  const hold = (): Promise<boolean> => leases.take(LEASE, holder, context.now(), LEASE_TTL);
  if (!(await hold())) return false;
  try {
    return await completeWhile(context, running, hold);
  } finally {
    await whileAvailable(() => leases.release(LEASE, holder)); // Otherwise it expires.
  }
}

async function completeWhile(
  { store, log, now }: CompletionContext,
  running: Running,
  hold: () => Promise<boolean>,
): Promise<boolean> {
  let heldAt = now();
  let position: SearchPosition | undefined;
  let total = 0;
  do {
    if (running.stopped) return false;
    // Most steps find nothing to write: a lease that is renewed at each would be a write for each.
    if (now() - heldAt > LEASE_TTL / 3) {
      if (!(await hold())) return false;
      heldAt = now();
    }
    const { added, next } = await store.completeSearch(position);
    total += added;
    position = next;
    if (position !== undefined) await pause(PAUSE_MS);
  } while (position !== undefined);
  if (total > 0) log.info("search index completed", { rows: total });
  return true;
}
