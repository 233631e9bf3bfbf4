import type { Context } from "../context.ts";
import { type Job, repeat } from "./repeat.ts";

const INTERVAL_MS = 500;

/** Notices within a second what other servers on the same database changed. */
export function watchRevision({ store, log }: Pick<Context, "store" | "log">): Job {
  return repeat("revision-watch", INTERVAL_MS, log, () => store.refresh());
}
