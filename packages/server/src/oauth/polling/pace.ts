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

/** Requests of a client that waits as it should may arrive a little closer together than they were sent. */
const JITTER_MS = 1_000;

/** The pace after a request that arrived at `now_ms`. */
export function keepPace({ poll_interval, polled_at_ms }: PollingPace, now_ms: number): PolledPace {
  const earliest = polled_at_ms === undefined ? 0 : polled_at_ms + poll_interval * 1000 - JITTER_MS;
  const too_fast = now_ms < earliest;
  return {
    poll_interval: too_fast
      ? Math.min(poll_interval + SLOW_DOWN_SECONDS, MAX_INTERVAL)
      : poll_interval,
    polled_at_ms: now_ms,
    too_fast,
  };
}
