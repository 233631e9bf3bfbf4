import { type Job, repeat, whileAvailable } from "../../jobs/repeat.ts";
import type { UsageContext } from "./context.ts";

const INTERVAL_MS = 2_000;
const BATCH = 64;
const DAY = 86_400;

/** Stores the counts in the background. A crash loses those of the last two seconds. */
export function startUsage(context: UsageContext): Job {
  const job = repeat("usage", INTERVAL_MS, context, () => storeCounts(context));
  return {
    async stop() {
      await job.stop();
      await whileAvailable(() => storeCounts(context));
    },
  };
}

type StoreContext = Pick<UsageContext, "now" | "usage"> & {
  readonly config: Pick<UsageContext["config"], "usage.lifespan">;
};

/** The last write of counts, which may be under way. */
const writes = new WeakMap<UsageContext["usage"], Promise<void>>();

/**
 * Stores what was counted so far, in small batches. What cannot be stored now is stored later. Writes follow one another: counts
 * that the job is storing would be missing in what is read after a write of nothing.
 */
export function storeCounts(context: StoreContext): Promise<void> {
  const previous = writes.get(context.usage) ?? Promise.resolve();
  const write = previous.then(
    () => drainAndStore(context),
    () => drainAndStore(context), // It has restored its counts.
  );
  writes.set(context.usage, write);
  return write;
}

async function drainAndStore({ config, now, usage }: StoreContext): Promise<void> {
  const day = Math.floor(now() / DAY);
  const counts = usage.pending.drain(day);
  const expiresAt = (day + 1) * DAY + config["usage.lifespan"];
  for (let first = 0; first < counts.length; first += BATCH) {
    try {
      await usage.store.add(counts.slice(first, first + BATCH), day, expiresAt);
    } catch (error) {
      usage.pending.restore(counts.slice(first));
      throw error;
    }
  }
}
