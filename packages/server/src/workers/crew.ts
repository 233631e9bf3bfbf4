import type { Log } from "../telemetry/log.ts";
import type { Ending, Hand } from "./hire.ts";
import type { Addresses } from "./messages.ts";
import { GIVE_UP_AFTER, restartDelay } from "./restart-delay.ts";

/** The workers of a server, each place filled again when it falls empty. */
export interface Crew {
  readonly addresses: Addresses;
  /** Rejects when nobody works and nobody can be started any more. */
  readonly failed: Promise<never>;
  /** Lets everybody finish what is under way, and ends whoever takes longer than that. */
  stop(patience_ms: number): Promise<void>;
}

/** What a crew needs of the world. */
export interface CrewOptions {
  readonly count: number;
  /** The workers there are, those that still start among them. Filled and emptied here, for others to look at. */
  readonly hands: Map<number, Hand>;
  /** Starts a worker. All but the first are told where the first is found. */
  readonly hire: (number: number, first: Addresses | undefined) => Hand;
  readonly log: Log;
  readonly onEnd: (hand: Hand) => void;
  /** Resolves after a while, and at once when the signal is given. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A clock that only goes forward. */
  readonly now_ms: () => number;
}

/**
 * Starts a worker alone, which makes what a first start has to make, then the others. Rejects with a worker's own words
 * if it cannot start. After that a place goes round:
 *
 *   starting ──ready──▶ working ──ends──▶ empty ──after a while──▶ starting
 *       └──────────────cannot──────────────▲
 */
export async function startCrew(options: CrewOptions): Promise<Crew> {
  const { hands } = options;
  const working = new Set<Hand>();
  const stopping = new AbortController();
  const { promise: failed, reject: giveUp } = Promise.withResolvers<never>();
  failed.catch(() => {}); // Not everybody asks.

  const follow = async (hand: Hand): Promise<void> => {
    hand.ready.then(() => working.add(hand)).catch(() => {}); // Whoever started it hears why it cannot.
    await hand.ended;
    hands.delete(hand.number);
    working.delete(hand);
    options.onEnd(hand);
  };

  let addresses: Addresses | undefined;
  const fill = (number: number): Hand => {
    const hand = options.hire(number, addresses);
    hands.set(number, hand);
    void follow(hand);
    return hand;
  };

  const keepFilled = async (first: Hand): Promise<void> => {
    let hand = first;
    for (let failures = 0; ;) {
      const began_ms = options.now_ms();
      const ending = await hand.ended;
      if (stopping.signal.aborted) return;
      failures = options.now_ms() - began_ms < STEADY_MS ? failures + 1 : 0;
      if (failures >= GIVE_UP_AFTER && working.size === 0) return giveUp(await lastWords(hand));
      const delay_ms = restartDelay(failures);
      tellEnding(options.log, hand, ending, delay_ms);
      await options.pause(delay_ms, stopping.signal);
      if (stopping.signal.aborted) return;
      hand = fill(hand.number);
      hand.ready.catch((error: unknown) => {
        options.log.error("worker cannot start", { worker: hand.number, error });
      });
    }
  };

  const stop = async (patience_ms: number): Promise<void> => {
    stopping.abort();
    const present = [...hands.values()];
    for (const hand of present) hand.tell({ kind: "stop" });
    const timer = setTimeout(() => present.forEach((hand) => hand.kill()), patience_ms);
    await Promise.all(present.map(({ ended }) => ended));
    clearTimeout(timer);
  };

  try {
    const first = fill(1);
    const known = (addresses = await first.ready);
    const others = Array.from({ length: options.count - 1 }, (_, index) => fill(index + 2));
    await Promise.all(others.map(({ ready }) => ready));
    for (const hand of [first, ...others]) void keepFilled(hand);
    return { addresses: known, failed, stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** Whoever worked for so long was no failure. */
const STEADY_MS = 10_000;

async function lastWords({ ready }: Hand): Promise<Error> {
  const message = "No worker is left, and none can be started any more.";
  try {
    await ready;
    return new Error(message);
  } catch (cause) {
    return new Error(message, { cause });
  }
}

function tellEnding(log: Log, hand: Hand, ending: Ending, restart_in_ms: number): void {
  const { number: worker, pid } = hand;
  const level = ending.code === 0 ? "info" : "warn"; // Somebody asked it to.
  log[level]("worker ended", { worker, pid, ...withoutNulls(ending), restart_in_ms });
}

/** The exit code is called so because a log masks what is called `code`. */
function withoutNulls({ code, signal }: Ending): object {
  return signal === null ? { exit_code: code } : { signal };
}
