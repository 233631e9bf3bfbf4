import { type Job, repeat } from "@latchkey/server/feature/endpoints";
import type { TakeoverContext } from "./context.ts";

const INTERVAL_MS = 3_600_000;

/** Notices that nothing of a takeover is left, logs it once, and deletes what does not expire by itself. */
export function startClearingRemains(context: TakeoverContext): Job {
  return repeat("takeover-remains", INTERVAL_MS, context, () => clearRemains(context));
}

export async function clearRemains({ log, now, takeover }: TakeoverContext): Promise<void> {
  if (!(await takeover.remains.clear(now()))) return;
  log.info("nothing of the takeover is valid any more", {
    setting: "secrets.system",
    fix: "Remove the secrets of the other server, unless they sign here: latchkey doctor shows which.",
  });
}
