import { type Job, repeat } from "../../jobs/repeat.ts";
import type { SignalsContext } from "./context.ts";
import { statusNotice, verificationNotice } from "./notices.ts";
import { mayHaveStream } from "./rules/authorization.ts";
import type { Receiver } from "./rules/receiver.ts";
import { MAX_PENDING, MIN_VERIFICATION_INTERVAL } from "./rules/stream.ts";
import { TOUCHED_EVERY } from "./store/receivers.ts";

const INTERVAL_MS = 30_000;
const PAGE = 100;

/** Pauses and disables streams that are not read, and sends verification events to silent receivers. */
export function startUpkeep(context: SignalsContext): Job {
  return repeat("event-streams", INTERVAL_MS, context, async (running) => {
    for (let offset = 0; !running.stopped; offset += PAGE) {
      const { items } = await context.signals.receivers.listStreams({ limit: PAGE, offset });
      for (const stream of items) await maintain(stream, context);
      if (items.length < PAGE) return;
    }
  });
}

/** Repeating it does no harm, so that each server may do it. */
export async function maintain(stream: Receiver, context: SignalsContext): Promise<void> {
  const { config, now, now_ms, signals } = context;
  const { receiver_id, method, status, active_at } = stream;
  const reason = await reasonToDisable(stream, context);
  if (reason !== undefined) return setStatus(stream, "disabled", reason, context);
  if (status !== "enabled") return;
  if (active_at <= now() - config["signals.inactivity_timeout"] - TOUCHED_EVERY)
    return setStatus(stream, "paused", "The receiver was not active.", context);
  const heartbeat = Math.max(config["signals.heartbeat"], 2 * MIN_VERIFICATION_INTERVAL);
  if (method !== "push") return;
  await signals.receivers.release(receiver_id, now());
  if (active_at > now() - heartbeat) return;
  const notice = verificationNotice(stream, undefined, now_ms());
  // SSF 1.0 §8.1.1: the receiver may request one at once, so this one counts as one before its interval.
  await signals.receivers.verify(receiver_id, notice, {
    now: now() - MIN_VERIFICATION_INTERVAL,
    interval: heartbeat - MIN_VERIFICATION_INTERVAL,
  });
}

async function reasonToDisable(
  { receiver_id, client_id = "", status }: Receiver,
  { config, signals, store }: SignalsContext,
): Promise<string | undefined> {
  if (status === "disabled") return undefined;
  const client = await store.clients.find(client_id);
  if (client !== undefined && !mayHaveStream(client, config["strategies.scope"]))
    return "The client has no scope for streams any more.";
  const waiting = await signals.deliveries.countPending(receiver_id, MAX_PENDING + 1);
  return waiting > MAX_PENDING
    ? `More than ${MAX_PENDING} events were waiting. They were dropped.`
    : undefined;
}

/** SSF 1.0 §8.1.5: the receiver gets an event about it. Of two servers, the first one sends it. */
async function setStatus(
  { receiver_id, status: was }: Receiver,
  status: Receiver["status"],
  reason: string,
  { log, now, now_ms, signals }: SignalsContext,
): Promise<void> {
  await signals.receivers.change(
    receiver_id,
    (present) =>
      present.status === was ? { ...present, status, reason, updated_at: now() } : present,
    now(),
    (changed) => statusNotice(changed, now_ms()),
  );
  log.warn("event stream", { receiver_id, status, reason });
}
