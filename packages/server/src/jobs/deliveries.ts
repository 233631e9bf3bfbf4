import type { Context } from "../context/context.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Outbox } from "../store/port/outbox.ts";
import { createAttempts, MAX_ATTEMPTS } from "./attempts.ts";
import { type RepeatedJob, repeat, type Running } from "./repeat.ts";

const INTERVAL_MS = 1_000;
const BATCH = 20;
/** Longer than an attempt can take: after this, the process that claimed a delivery must have died. */
const CLAIM_SECONDS = 30;
/**
 * Deliveries whose receiver had too many attempts under way are due again from the next second on, so many in each: all of them at
 * once would be taken and put back for as long as it hangs, and delay those to others.
 */
const PUT_BACK_PER_SECOND = 100;

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

/**
 * Attempts the deliveries of an outbox as they become due. `attempt` removes its delivery from the outbox or postpones it;
 * `receiverOf` is the URL it goes to, undefined when there is nothing to send any more.
 *
 * Attempts run beside each other, also those of later batches, so that a receiver that hangs delays no other one. It cannot
 * take all slots either: a delivery to a receiver with too many attempts under way goes back to the outbox.
 */
export function startDeliveries<Delivery extends { readonly delivery_id: string }>(
  name: string,
  outbox: Outbox<Delivery>,
  attempt: (delivery: Delivery) => Promise<unknown>,
  {
    log,
    outages,
    now,
    deliveries_due,
  }: Pick<Context, "log" | "outages" | "now" | "deliveries_due">,
  receiverOf: (delivery: Delivery) => Promise<string | undefined>,
): RepeatedJob {
  const deliverDue = async (running: Running): Promise<void> => {
    const attempts = createAttempts();
    const nextDueTime = createDueTimes(now);
    const deliver = async (delivery: Delivery): Promise<void> => {
      const url = await receiverOf(delivery);
      const host = url && hostOf(url);
      const started = attempts.start(host, () => attempt(delivery));
      if (!started) await outbox.putBack(delivery.delivery_id, nextDueTime(host ?? ""));
    };
    try {
      // A server that stops leaves the rest to its peers, or to its next start: receivers that hang would keep it for long.
      while (!running.stopped && !attempts.failed()) {
        const limit = Math.min(BATCH, MAX_ATTEMPTS - attempts.count());
        const taken = limit > 0 ? await outbox.take(now(), now() + CLAIM_SECONDS, limit) : [];
        await Promise.all(taken.map(deliver));
        if (limit > 0 && taken.length === limit) continue;
        if (attempts.count() === 0) break;
        await attempts.next(deliveries_due);
      }
    } finally {
      await attempts.end();
    }
  };
  return repeat(name, INTERVAL_MS, { log, outages }, deliverDue, deliveries_due);
}

/** The time at which deliveries that were put back are due again, and how many are by then. */
interface DueTime {
  readonly due_at: number;
  readonly count: number;
}

/** When the next delivery to a host is due again. */
function createDueTimes(now: () => number): (host: string) => number {
  const last = new Map<string, DueTime>();
  return (host) => {
    const next = dueTimeAfter(last.get(host), now() + 1);
    last.set(host, next);
    return next.due_at;
  };
}

function dueTimeAfter(last: DueTime | undefined, soonest: number): DueTime {
  if (last === undefined || last.due_at < soonest) return { due_at: soonest, count: 1 };
  const { due_at, count } = last;
  return count < PUT_BACK_PER_SECOND
    ? { due_at, count: count + 1 }
    : { due_at: due_at + 1, count: 1 };
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host;
}
