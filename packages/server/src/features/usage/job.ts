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

/** Stores what was counted so far, in small batches. What cannot be stored now is stored later. */
export async function storeCounts({ config, now, usage }: UsageContext): Promise<void> {
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
