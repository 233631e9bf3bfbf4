import { parseLifespan } from "@latchkey/api";

/** The clock of a test server. It follows the clock of the machine until a test moves it; from then on it stands still. */
export interface TestClock {
  /** Unix seconds. */
  readonly now: number;
  /** The same as a date. */
  readonly date: Date;
  /**
   * Moves the clock forward by seconds, or by a duration such as `30m` or `1h30m`.
   *
   * @example
   * ```ts
   * latchkey.clock.advance("1h30m");
   * ```
   */
  advance(by: number | string): void;
  /**
   * Sets the clock to a date, or to unix seconds.
   *
   * @example
   * ```ts
   * latchkey.clock.set("2027-01-15T08:00:00Z");
   * ```
   */
  set(to: Instant): void;
}

/** A date, a date as text, or unix seconds. */
export type Instant = Date | string | number;

/** The clock, with what the server reads of it. */
export interface MovableClock extends TestClock {
  readonly nowMs: () => number;
}

/** With `at` the clock stands still from the beginning. `onMove` is called after it was moved. */
export function createClock(at: Instant | undefined, onMove: () => void): MovableClock {
  let fixedMs = at === undefined ? undefined : toMilliseconds(at);
  const nowMs = (): number => fixedMs ?? Date.now();
  const move = (to_ms: number): void => {
    fixedMs = to_ms;
    onMove();
  };
  return {
    nowMs,
    get now() {
      return Math.floor(nowMs() / 1000);
    },
    get date() {
      return new Date(nowMs());
    },
    advance: (by) => move(nowMs() + toSeconds(by) * 1000),
    set: (to) => move(toMilliseconds(to)),
  };
}

function toSeconds(by: number | string): number {
  const seconds = typeof by === "number" ? by : parseLifespan(by);
  if (seconds !== undefined && Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new TypeError(
    `The clock advances by seconds or by a duration such as 30m or 1h30m, not by ${String(by)}.`,
  );
}

function toMilliseconds(at: Instant): number {
  const ms = typeof at === "number" ? at * 1000 : new Date(at).getTime();
  if (Number.isFinite(ms) && ms >= 0) return ms;
  throw new TypeError(
    `The clock is set to a date or to unix seconds after 1970, not to ${String(at)}.`,
  );
}
