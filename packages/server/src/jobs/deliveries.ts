import type { Context } from "../context/context.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Outbox } from "../store/port/outbox.ts";
import { type RepeatedJob, repeat, type Running } from "./repeat.ts";

const INTERVAL_MS = 1_000;
const BATCH = 20;
/** Longer than an attempt can take: after this, the process that claimed a delivery must have died. */
const CLAIM_SECONDS = 30;

/** Exponential backoff: 1, 2, 4, 8 … seconds. */
export function backoffSeconds(attempts: number, max: number): number {
  return Math.min(2 ** (attempts - 1), max);
}

/** What came of an attempt: whether the receiver accepted it, and its status or why there is none, for the log. */
export function describeReply(reply: Awaited<ReturnType<Outbound["postForm"]>>): {
  readonly delivered: boolean;
  readonly outcome: string;
} {
  if (!reply.ok) return { delivered: false, outcome: reply.error.reason };
  const { status } = reply.value;
  return { delivered: status >= 200 && status < 300, outcome: `status ${status}` };
}

/** Attempts the deliveries of an outbox as they become due. `attempt` removes its delivery from the outbox or postpones it. */
export function startDeliveries<Delivery>(
  name: string,
  outbox: Outbox<Delivery>,
  attempt: (delivery: Delivery) => Promise<unknown>,
  { log, now, deliveries_due }: Pick<Context, "log" | "now" | "deliveries_due">,
): RepeatedJob {
  const deliverDue = async (running: Running): Promise<void> => {
    // A server that stops leaves the rest to its peers, or to its next start: receivers that hang would keep it for long.
    while (!running.stopped) {
      const taken = await outbox.take(now(), now() + CLAIM_SECONDS, BATCH);
      await Promise.all(taken.map((delivery) => attempt(delivery)));
      if (taken.length < BATCH) return;
    }
  };
  return repeat(name, INTERVAL_MS, log, deliverDue, deliveries_due);
}
