import { setTimeout as pause } from "node:timers/promises";
import type { Iteration } from "./iteration.ts";

/** What an open-loop load measured, in milliseconds. */
export interface Paced {
  /** From the time an iteration was sent, or queued because no connection was free, to its end. */
  readonly latencies: readonly number[];
  /** How late the load generator was: the deviation from the constant rate. */
  readonly delays: readonly number[];
}

/** How fast, and for how long. */
export interface Pacing {
  /** Iterations per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Iterations of the first so many seconds are not recorded. */
  readonly lead_in_s: number;
}

/**
 * Starts iterations at a constant rate, whether or not earlier ones have ended (open loop), so that a stalled server does
 * not reduce the load. An iteration for which no connection is free is queued, and the wait counts as latency.
 */
export async function runAtConstantRate(
  users: readonly Iteration[],
  pacing: Pacing,
): Promise<Paced> {
  const { rate, seconds, lead_in_s } = pacing;
  const leadIn = Math.round(lead_in_s * rate);
  const total = leadIn + Math.round(seconds * rate);
  const latencies: number[] = [];
  const delays: number[] = [];
  const queue = createQueue(users, latencies);

  const beginMs = performance.now();
  for (let index = 0; index < total && !queue.hasFailed(); index += 1) {
    const dueMs = beginMs + (index * 1_000) / rate;
    while (performance.now() < dueMs) await pause(dueMs - performance.now());
    const sent_ms = performance.now();
    if (index >= leadIn) delays.push(sent_ms - dueMs);
    queue.call({ sent_ms, recorded: index >= leadIn });
  }
  await queue.whenDone();
  return { latencies, delays };
}

interface Call {
  readonly sent_ms: number;
  readonly recorded: boolean;
}

/** Queues calls until a connection is free. */
function createQueue(users: readonly Iteration[], latencies: number[]) {
  const free = [...users];
  const waiting: Call[] = [];
  const underWay = new Set<Promise<void>>();
  let failure: unknown;

  const serve = async (user: Iteration, first: Call): Promise<void> => {
    for (let call: Call | undefined = first; call !== undefined; call = waiting.shift()) {
      await user();
      if (call.recorded) latencies.push(performance.now() - call.sent_ms);
    }
    free.push(user);
  };
  const follow = async (serving: Promise<void>): Promise<void> => {
    try {
      await serving;
    } catch (error) {
      failure ??= error;
    }
  };

  return {
    hasFailed: () => failure !== undefined,
    call(call: Call): void {
      const user = free.pop();
      if (user === undefined) return void waiting.push(call);
      const followed = follow(serve(user, call));
      underWay.add(followed);
      void followed.then(() => underWay.delete(followed));
    },
    async whenDone(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
      if (failure !== undefined) throw failure;
    },
  };
}
