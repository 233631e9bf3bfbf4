import type { Log } from "../../telemetry/log.ts";
import type { Ending, Hand } from "./spawn.ts";
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
  const { promise: failed, reject: giveUp } = Promise.withResolvers<never>();
  failed.catch(() => {}); // Not everybody asks.
  const yard: Yard = { ...options, working: new Set(), stopping: new AbortController(), giveUp };
  try {
    const first = fill(1, yard);
    const addresses = await first.ready;
    yard.first = addresses;
    const others = Array.from({ length: options.count - 1 }, (_, index) => fill(index + 2, yard));
    await Promise.all(others.map(({ ready }) => ready));
    for (const hand of [first, ...others]) void keepFilled(hand, yard);
    return { addresses, failed, stop: (patience_ms) => stop(patience_ms, yard) };
  } catch (error) {
    await stop(0, yard);
    throw error;
  }
}

/** What a crew knows of itself. */
interface Yard extends CrewOptions {
  first?: Addresses;
  /** Those that take requests. */
  readonly working: Set<Hand>;
  readonly stopping: AbortController;
  readonly giveUp: (error: Error) => void;
}

function fill(number: number, yard: Yard): Hand {
  const hand = yard.hire(number, yard.first);
  yard.hands.set(number, hand);
  void follow(hand, yard);
  return hand;
}

async function follow(hand: Hand, { hands, working, onEnd }: Yard): Promise<void> {
  hand.ready.then(() => working.add(hand)).catch(() => {}); // Whoever started it hears why it cannot.
  await hand.ended;
  hands.delete(hand.number);
  working.delete(hand);
  onEnd(hand);
}

/** Replaces whoever has a place for as long as the crew works. */
async function keepFilled(first: Hand, yard: Yard): Promise<void> {
  const { log, now_ms, pause, stopping, working, giveUp } = yard;
  let hand = first;
  let failures = 0;
  for (;;) {
    const began_ms = now_ms();
    const ending = await hand.ended;
    if (stopping.signal.aborted) return;
    failures = now_ms() - began_ms < STEADY_MS ? failures + 1 : 0;
    if (failures >= GIVE_UP_AFTER && working.size === 0) return giveUp(await lastWords(hand));
    const delay_ms = restartDelay(failures);
    tellEnding(log, hand, ending, delay_ms);
    await pause(delay_ms, stopping.signal);
    if (stopping.signal.aborted) return;
    hand = fill(hand.number, yard);
    hand.ready.catch((error: unknown) => {
      log.error("worker cannot start", { worker: first.number, error });
    });
  }
}

async function stop(patience_ms: number, { hands, stopping }: Yard): Promise<void> {
  stopping.abort();
  const present = [...hands.values()];
  for (const hand of present) hand.tell({ kind: "stop" });
  const timer = setTimeout(() => present.forEach((hand) => hand.kill()), patience_ms);
  await Promise.all(present.map(({ ended }) => ended));
  clearTimeout(timer);
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
