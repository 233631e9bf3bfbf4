/** The seconds after which a caller may try again; undefined when it may go on now. */
type Wait = number | undefined;

/** Counts by key in windows of fixed length. The clock is the caller's. */
export interface RateLimit {
  /** Counts one more, unless the limit is reached. */
  take(key: string, now_ms: number): Wait;
  /** Counts one more, whatever the limit is. */
  add(key: string, now_ms: number): void;
  /** Says what `take` would, and counts nothing. */
  check(key: string, now_ms: number): Wait;
}

/** How much is too much. */
export interface RateLimitOptions {
  readonly limit: number;
  /** Milliseconds. */
  readonly window_ms?: number;
  /** How many keys are remembered at once; beyond that the oldest is forgotten. */
  readonly most_keys?: number;
}

/** Lets `limit` through per key and window. All keys share their windows, so the end of one forgets them all at once. */
export function createRateLimit({
  limit,
  window_ms = 60_000,
  most_keys = 65_536,
}: RateLimitOptions): RateLimit {
  const counts = new Map<string, number>();
  let present = 0;

  function countOf(key: string, now_ms: number): number {
    const window = Math.floor(now_ms / window_ms);
    if (window !== present) {
      counts.clear();
      present = window;
    }
    return counts.get(key) ?? 0;
  }

  function add(key: string, count: number): void {
    if (count === 0 && counts.size >= most_keys) {
      const [oldest] = counts.keys();
      if (oldest !== undefined) counts.delete(oldest);
    }
    counts.set(key, count + 1);
  }

  function waitAt(now_ms: number): number {
    const end_ms = (Math.floor(now_ms / window_ms) + 1) * window_ms;
    return Math.max(1, Math.ceil((end_ms - now_ms) / 1000));
  }

  return {
    take(key, now_ms) {
      const count = countOf(key, now_ms);
      if (count >= limit) return waitAt(now_ms);
      add(key, count);
      return undefined;
    },
    add: (key, now_ms) => add(key, countOf(key, now_ms)),
    check: (key, now_ms) => (countOf(key, now_ms) >= limit ? waitAt(now_ms) : undefined),
  };
}
