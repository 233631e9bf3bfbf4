import { type Job, repeat } from "@latchkey/server/feature/endpoints";
import type { IdentityContext } from "../context.ts";

const INTERVAL_MS = 1_000;

/** Stores failed sign-ins in the background, and what is left of them at the end. */
export function startFailedSignIns(context: IdentityContext): Job {
  const { failed_sign_ins } = context.identity;
  const flush = (): Promise<void> => failed_sign_ins.flush();
  const job = repeat("failed sign-ins", INTERVAL_MS, context, flush);
  return {
    async stop() {
      await job.stop();
      await flush().catch((error: unknown) => context.log.warn("job failed", { error }));
    },
  };
}
