/** The seconds after which a caller may try again; undefined when the request is allowed now. */
export type Wait = number | undefined;

/** Counts requests by key in windows of fixed length. The clock is an argument. */
export interface RateLimiter {
  /** Counts a request, unless the limit is reached. */
  take(key: string, now_ms: number): Wait;
  /** Counts a request, even beyond the limit. */
  add(key: string, now_ms: number): void;
  /** Returns what `take` would, and counts nothing. */
  check(key: string, now_ms: number): Wait;
}

/** The limit of a rate limiter. */
export interface RateLimiterOptions {
  /** Requests per key and window: a number, or what returns the one of now. */
  readonly limit: number | (() => number);
  readonly window_ms?: number;
  /** How many keys are counted at once; beyond that the oldest is dropped. */
  readonly max_keys?: number;
}

/** Allows `limit` requests per key and window. All keys share their windows, so that a new window clears all counts at once. */
export function createRateLimiter({
  limit,
  window_ms = 60_000,
  max_keys = 65_536,
}: RateLimiterOptions): RateLimiter {
  const counts = new Map<string, number>();
  const limitNow = typeof limit === "number" ? () => limit : limit;
  let window = 0;

  function countOf(key: string, now_ms: number): number {
    const current = Math.floor(now_ms / window_ms);
    if (current !== window) {
      counts.clear();
      window = current;
    }
    return counts.get(key) ?? 0;
  }

  function add(key: string, count: number): void {
    if (count === 0 && counts.size >= max_keys) {
      const [oldest] = counts.keys();
      if (oldest !== undefined) counts.delete(oldest);
    }
    counts.set(key, count + 1);
  }

  function waitAt(now_ms: number): number {
    const endMs = (Math.floor(now_ms / window_ms) + 1) * window_ms;
    return Math.max(1, Math.ceil((endMs - now_ms) / 1000));
  }

  return {
    take(key, now_ms) {
      const count = countOf(key, now_ms);
      if (count >= limitNow()) return waitAt(now_ms);
      add(key, count);
      return undefined;
    },
    add: (key, now_ms) => add(key, countOf(key, now_ms)),
    check: (key, now_ms) => (countOf(key, now_ms) >= limitNow() ? waitAt(now_ms) : undefined),
  };
}
