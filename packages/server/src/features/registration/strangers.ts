import { type Job, repeat } from "../../jobs/repeat.ts";
import type { RegistrationContext } from "./context.ts";
import { STRANGERS } from "./settings.ts";

const INTERVAL_MS = 60_000;
/** Counting stops here, to bound its cost, or at the limit of the settings. */
const MAX_COUNTED = 100_000;

/** Counts the clients that no operator registered periodically, for the metrics. */
export function startStrangerCount(context: RegistrationContext): Job {
  return repeat("stranger-count", INTERVAL_MS, context, () => countStrangers(context));
}

export async function countStrangers({ config, registration }: RegistrationContext): Promise<void> {
  const max = config[STRANGERS] || MAX_COUNTED;
  registration.metrics.strangers.count = await registration.clients.countStrangers(max);
}
