/** RFC 8628 §3.5, OpenID CIBA Core §11: how often a client may ask whether its user has decided. */

/** When a client last polled, and how long it must wait in between. */
export interface PollingPace {
  /** Seconds that the client must wait between two token requests. */
  readonly poll_interval: number;
  /** When the last of them arrived. Milliseconds. */
  readonly polled_at_ms: number | undefined;
}

/** The pace of a client after one more request, and whether that came too early. */
export interface PolledPace extends PollingPace {
  readonly too_fast: boolean;
}

/** `slow_down` increases the interval by 5 seconds, for this and all later requests. */
const SLOW_DOWN_SECONDS = 5;

/** Seconds. A client that never waits cannot make the number grow without end. */
const MAX_INTERVAL = 300;

/** Requests of a client that waits as it should may arrive closer together than they were sent, by this part of the interval. */
const JITTER = 0.2;

const MAX_JITTER_MS = 1_000;

/** The pace after a request that arrived at `now_ms`. */
export function keepPace({ poll_interval, polled_at_ms }: PollingPace, now_ms: number): PolledPace {
  const intervalMs = poll_interval * 1000;
  const waitMs = intervalMs - Math.min(intervalMs * JITTER, MAX_JITTER_MS);
  const too_fast = polled_at_ms !== undefined && now_ms < polled_at_ms + waitMs;
  return {
    poll_interval: too_fast
      ? Math.min(poll_interval + SLOW_DOWN_SECONDS, MAX_INTERVAL)
      : poll_interval,
    polled_at_ms: now_ms,
    too_fast,
  };
}
