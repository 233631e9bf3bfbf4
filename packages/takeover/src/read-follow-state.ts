import { type Job, repeat } from "@latchkey/server/feature/endpoints";
import type { TakeoverContext } from "./context.ts";
import { noteStatus } from "./follow-metrics.ts";

const INTERVAL_MS = 10_000;

/** Reads the state that the follower writes. */
export function startReadingFollowState(context: TakeoverContext): Job {
  const { follow_metrics, store } = context.takeover;
  return repeat("takeover-follow-metrics", INTERVAL_MS, context, async () => {
    noteStatus(follow_metrics, await store.takeovers.status(context.now()));
  });
}
