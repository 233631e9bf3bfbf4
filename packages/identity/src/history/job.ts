import { type Job, repeat } from "@latchkey/server/feature/endpoints";
import type { IdentityContext } from "../context.ts";

const INTERVAL_MS = 1_000;

/** Stores failed sign-ins in the background, and what is left of them at the end. */
export function startHistory(context: IdentityContext): Job {
  const { history } = context.identity;
  const flush = (): Promise<void> => history.flush();
  const job = repeat("history of accounts", INTERVAL_MS, context, flush);
  return {
    async stop() {
      await job.stop();
      await flush().catch((error: unknown) => context.log.warn("job failed", { error }));
    },
  };
}
