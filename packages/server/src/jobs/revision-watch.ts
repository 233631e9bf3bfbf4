import { createBell } from "../bell.ts";
import type { Context } from "../context.ts";
import { type Job, repeat } from "./repeat.ts";

const INTERVAL_MS = 500;

/** Notices within a second what other servers on the same database changed, and at once what a process of this one did. */
export function watchRevision({
  store,
  log,
  siblings,
}: Pick<Context, "store" | "log" | "siblings">): Job {
  const bell = createBell();
  siblings.hear((topic, _news) => {
    if (topic === "revision") bell.ring();
  });
  return repeat("revision-watch", INTERVAL_MS, log, () => store.refresh(), bell);
}
