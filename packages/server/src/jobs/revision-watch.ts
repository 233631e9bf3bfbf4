import { createSignal } from "../context/signal.ts";
import type { Context } from "../context/context.ts";
import { type Job, repeat } from "./repeat.ts";

const INTERVAL_MS = 500;

/** Invalidates caches: within a second after another server changed a client or key, at once after a peer process did. */
export function watchRevision({
  store,
  log,
  outages,
  peers,
}: Pick<Context, "store" | "log" | "outages" | "peers">): Job {
  const signal = createSignal();
  peers.listen((topic, _content) => {
    if (topic === "revision") signal.notify();
  });
  return repeat("revision-watch", INTERVAL_MS, { log, outages }, () => store.refresh(), signal);
}
