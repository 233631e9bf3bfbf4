import type { Context } from "../context/context.ts";
import { type Job, repeat } from "./repeat.ts";

const INTERVAL_MS = 15_000;
/** Counting stops here, to bound its cost. */
const MAX_COUNTED = 100_000;

type SessionCountContext = Pick<Context, "server_metrics" | "log" | "outages" | "now" | "store">;

/** Counts the login sessions periodically, for the metrics. */
export function startSessionCount(context: SessionCountContext): Job {
  return repeat("session-count", INTERVAL_MS, context, () => countSessions(context));
}

export async function countSessions({
  server_metrics,
  now,
  store,
}: SessionCountContext): Promise<void> {
  server_metrics.login_sessions.count = await store.login_sessions.count(now(), MAX_COUNTED);
}
