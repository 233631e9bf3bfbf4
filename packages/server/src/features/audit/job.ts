import { type Job, repeat, type Running } from "../../jobs/repeat.ts";
import type { AuditContext } from "./context.ts";

const INTERVAL_MS = 600_000;
/** Few enough that no change waits long for the chain. */
const BATCH = 500;

type RetentionContext = Pick<AuditContext, "audit" | "config" | "log" | "outages" | "now_ms">;

/** Drops entries that are older than `audit.retention`, from the oldest on. Several servers may do so at once. */
export function startRetention(context: RetentionContext): Job {
  return repeat("audit retention", INTERVAL_MS, context, (running) =>
    dropExpired(context, running),
  );
}

export async function dropExpired(
  { audit, config, now_ms }: Pick<RetentionContext, "audit" | "config" | "now_ms">,
  running: Running = { stopped: false },
): Promise<void> {
  const oldest = now_ms() - config["audit.retention"] * 1000;
  while (!running.stopped && (await audit.drop(oldest, BATCH)) === BATCH);
}
