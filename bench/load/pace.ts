import { setTimeout as pause } from "node:timers/promises";
import type { Turn } from "./turn.ts";

/** What became of a load that does not wait for anybody. In milliseconds. */
export interface Paced {
  /** From the moment a turn was sent, or would have been had anybody been free, to its end. */
  readonly latencies: readonly number[];
  /** How late the load itself was: by that much it was no constant rate. */
  readonly delays: readonly number[];
}

/** How fast, and for how long. */
export interface Pacing {
  /** Turns each second. */
  readonly rate: number;
  readonly seconds: number;
  /** Turns of the first so many seconds are taken and not noted. */
  readonly lead_in_s: number;
}

/**
 * Takes turns at a constant rate, whether or not those before have ended: a server that stalls is not spared what would
 * have come meanwhile. A turn for which nobody is free waits, and its wait counts.
 */
export async function takeTurnsAtPace(people: readonly Turn[], pacing: Pacing): Promise<Paced> {
  const { rate, seconds, lead_in_s } = pacing;
  const lead_in = Math.round(lead_in_s * rate);
  const total = lead_in + Math.round(seconds * rate);
  const latencies: number[] = [];
  const delays: number[] = [];
  const desk = openDesk(people, latencies);

  const begin_ms = performance.now();
  for (let index = 0; index < total && !desk.hasFailed(); index += 1) {
    const due_ms = begin_ms + (index * 1_000) / rate;
    while (performance.now() < due_ms) await pause(due_ms - performance.now());
    const sent_ms = performance.now();
    if (index >= lead_in) delays.push(sent_ms - due_ms);
    desk.call({ sent_ms, noted: index >= lead_in });
  }
  await desk.whenDone();
  return { latencies, delays };
}

interface Call {
  readonly sent_ms: number;
  readonly noted: boolean;
}

/** Where calls wait for somebody who is free. */
function openDesk(people: readonly Turn[], latencies: number[]) {
  const free = [...people];
  const waiting: Call[] = [];
  const under_way = new Set<Promise<void>>();
  let failure: unknown;

  const serve = async (person: Turn, first: Call): Promise<void> => {
    for (let call: Call | undefined = first; call !== undefined; call = waiting.shift()) {
      await person();
      if (call.noted) latencies.push(performance.now() - call.sent_ms);
    }
    free.push(person);
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
      const person = free.pop();
      if (person === undefined) return void waiting.push(call);
      const followed = follow(serve(person, call));
      under_way.add(followed);
      void followed.then(() => under_way.delete(followed));
    },
    async whenDone(): Promise<void> {
      while (under_way.size > 0) await Promise.all(under_way);
      if (failure !== undefined) throw failure;
    },
  };
}
