import { createSignal } from "../context/signal.ts";
import type { Context } from "../context/context.ts";
import { type Job, repeat } from "./repeat.ts";

const INTERVAL_MS = 500;

/** Notices within a second what other servers on the same database changed, and at once what a process of this one did. */
export function watchRevision({
  store,
  log,
  peers,
}: Pick<Context, "store" | "log" | "peers">): Job {
  const signal = createSignal();
  peers.listen((topic, _news) => {
    if (topic === "revision") signal.notify();
  });
  return repeat("revision-watch", INTERVAL_MS, log, () => store.refresh(), signal);
}
