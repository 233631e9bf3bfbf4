/** When failed attempts lead to a wait. Times are in seconds. */
interface BackoffPolicy<Kind extends string> {
  /** Failures under one key before the first wait, by what the key stands for. */
  readonly free_failures: Readonly<Record<Kind, number>>;
  readonly longest_wait: number;
  /** Time since the last failure after which the count restarts at 0. */
  readonly forgiven_after: number;
}

/** What failures are counted by. */
export interface BackoffKey<Kind extends string> extends CountKey<Kind> {
  /** Another key of the attempt: only its free failures count under this one. */
  readonly within?: CountKey<Kind>;
}

interface CountKey<Kind extends string> {
  readonly kind: Kind;
  /** A SHA-256 digest in base64url: the database holds no names and addresses, and every key has the same length. */
  readonly key: string;
}

/** The failed attempts under one key. */
export interface Failures {
  readonly count: number;
  /** Unix seconds. */
  readonly last_at: number;
}

/** Where the failures are counted, the policy, and who learns of a wait. */
export interface BackoffOptions<Kind extends string> {
  readonly policy: BackoffPolicy<Kind>;
  /** Unix seconds. */
  readonly now: () => number;
  /** Reads the failures of some keys and writes the counts that `decide` returns, atomically. Keys it leaves out stay. */
  readonly change: (
    keys: readonly string[],
    times: { readonly now: number; readonly expires_at: number },
    decide: (failures: ReadonlyMap<string, Failures>) => ReadonlyMap<string, number>,
  ) => Promise<unknown>;
  readonly onWait?: (kind: Kind) => void;
}

/** Counts failed attempts under some keys at once. */
export interface FailureBackoff<Kind extends string> {
  /**
   * Seconds to wait, or 0 if the attempt may proceed. An attempt that may proceed counts as failed until it is uncounted, so
   * that a hundred concurrent attempts count as a hundred.
   */
  attempt(keys: readonly BackoffKey<Kind>[]): Promise<number>;
  /** Takes an attempt off its counts, and clears the counts of some kinds. */
  uncount(keys: readonly BackoffKey<Kind>[], cleared?: readonly Kind[]): Promise<void>;
}

/**
 * Exponential backoff on failures: once a key has used up its free failures, each further attempt waits twice as long, up to
 * `longest_wait`. Unlike the rate limiter it counts failures, not requests.
 */
export function createFailureBackoff<Kind extends string>({
  policy,
  now,
  change,
  onWait,
}: BackoffOptions<Kind>): FailureBackoff<Kind> {
  const times = () => ({ now: now(), expires_at: now() + policy.forgiven_after });
  const isFree = (count: number, kind: Kind) => count < policy.free_failures[kind];

  return {
    async attempt(keys) {
      let longest: { readonly wait: number; readonly kind?: Kind } = { wait: 0 };
      await change(
        keys.map(({ key }) => key),
        times(),
        (failures) => {
          const waits = keys.map(({ kind, key }) => ({
            kind,
            wait: waitAfter(failures.get(key), kind, now(), policy),
          }));
          longest = waits.reduce((one, other) => (other.wait > one.wait ? other : one));
          if (longest.wait > 0) return new Map();
          const before = (key: string) => countOf(failures.get(key), now(), policy);
          const counted = keys.filter(
            ({ within }) => within === undefined || isFree(before(within.key), within.kind),
          );
          return new Map(counted.map(({ key }) => [key, before(key) + 1]));
        },
      );
      const { wait, kind } = longest;
      if (wait > 0 && kind !== undefined) onWait?.(kind);
      return wait;
    },

    async uncount(keys, cleared = []) {
      await change(
        keys.map(({ key }) => key),
        times(),
        (failures) => {
          const before = (key: string) => countOf(failures.get(key), now(), policy);
          const counted = keys.filter(
            ({ within }) => within === undefined || isFree(before(within.key) - 1, within.kind),
          );
          return new Map([
            ...counted.map(({ key }) => [key, Math.max(0, before(key) - 1)] as const),
            ...keys
              .filter(({ kind }) => cleared.includes(kind))
              .map(({ key }) => [key, 0] as const),
          ]);
        },
      );
    },
  };
}

/** Seconds until the next attempt under a key. */
function waitAfter<Kind extends string>(
  failures: Failures | undefined,
  kind: Kind,
  now: number,
  policy: BackoffPolicy<Kind>,
): number {
  const count = countOf(failures, now, policy);
  const free = policy.free_failures[kind];
  if (failures === undefined || count < free) return 0;
  const wait = Math.min(policy.longest_wait, 2 ** (count - free));
  return Math.max(0, failures.last_at + wait - now);
}

function countOf(
  failures: Failures | undefined,
  now: number,
  { forgiven_after }: { readonly forgiven_after: number },
): number {
  return failures === undefined || failures.last_at + forgiven_after <= now ? 0 : failures.count;
}
