import type { Context } from "../context/context.ts";
import { type Job, repeat } from "./repeat.ts";

const INTERVAL_MS = 60_000;
/** Counting stops here, to bound its cost, or at the limit of the settings. */
const MAX_COUNTED = 100_000;

type StrangerCountContext = Pick<
  Context,
  "config" | "log" | "outages" | "server_metrics" | "store"
>;

/** Counts the clients that no operator registered periodically, for the metrics. */
export function startStrangerCount(context: StrangerCountContext): Job {
  return repeat("stranger-count", INTERVAL_MS, context, () => countStrangers(context));
}

export async function countStrangers({
  config,
  server_metrics,
  store,
}: StrangerCountContext): Promise<void> {
  const max = config["limits.strangers.clients"] || MAX_COUNTED;
  server_metrics.stranger_clients.count = await store.clients.countStrangers(max);
}
