import { type Job, repeat } from "../../jobs/repeat.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { RegistrationContext } from "./context.ts";
import { STRANGERS } from "./settings.ts";

/** As many clients of strangers are stored as the operator allows. Unused ones expire, so that another attempt may succeed. */
export const tooManyClients: OAuthError = {
  error: "temporarily_unavailable",
  error_description:
    "This server has no room for another client that its operator did not register. Try again later, or ask the operator to register it.",
  retry_after: 600,
};

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
