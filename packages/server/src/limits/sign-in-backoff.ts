import { hash } from "node:crypto";
import type { SignInThrottle } from "@latchkey/sign-in";
import { networkOf } from "./networks.ts";

/** When failed sign-ins lead to a wait. Times are in seconds. */
interface BackoffPolicy {
  /** Failures of one account before the first wait. */
  readonly failures_per_username: number;
  /** Failures from one address before the first wait. */
  readonly failures_per_address: number;
  readonly longest_wait: number;
  /** Time since the last failure after which the count restarts at 0. */
  readonly forgiven_after: number;
}

/** What failures are counted by. */
export interface BackoffKey {
  readonly kind: "username" | "address";
  /** A SHA-256 digest: the database holds neither usernames nor addresses, and every key has the same length. */
  readonly key: string;
}

/** The failed sign-ins of one key. */
export interface Failures {
  readonly count: number;
  /** Unix seconds. */
  readonly last_at: number;
}

/** Where the failures are counted, the policy, and who learns of a wait. */
export interface BackoffOptions {
  readonly policy: BackoffPolicy;
  /** Unix seconds. */
  readonly now: () => number;
  /** Reads the failures of some keys and writes the counts that `decide` returns, atomically. Keys it leaves out stay. */
  readonly change: (
    keys: readonly string[],
    times: { readonly now: number; readonly expires_at: number },
    decide: (failures: ReadonlyMap<string, Failures>) => ReadonlyMap<string, number>,
  ) => Promise<unknown>;
  readonly onWait?: (kind: BackoffKey["kind"]) => void;
}

/**
 * Exponential backoff on failed sign-ins: once an account or an address has used up its free failures, each further attempt
 * waits twice as long, up to `longest_wait`. Unlike the rate limiter it counts failures, not requests.
 */
export function createSignInBackoff({
  policy,
  now,
  change,
  onWait,
}: BackoffOptions): SignInThrottle {
  const times = () => ({ now: now(), expires_at: now() + policy.forgiven_after });

  const lowerCounts = async (
    username: string,
    address: string | undefined,
    remaining: (kind: BackoffKey["kind"], count: number) => number,
  ): Promise<void> => {
    const keys = backoffKeys(username, address);
    await change(
      keys.map(({ key }) => key),
      times(),
      (failures) =>
        new Map(
          keys.map(({ kind, key }) => [
            key,
            remaining(kind, countOf(failures.get(key), now(), policy)),
          ]),
        ),
    );
  };

  return {
    async attempt(username, address) {
      const keys = backoffKeys(username, address);
      let longest: { kind: BackoffKey["kind"]; wait: number } = { kind: "username", wait: 0 };
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
          return new Map(
            keys.map(({ key }) => [key, countOf(failures.get(key), now(), policy) + 1]),
          );
        },
      );
      if (longest.wait > 0) onWait?.(longest.kind);
      return longest.wait;
    },
    succeed: (username, address) => lowerCounts(username, address, countAfterSuccess),
    withdraw: (username, address) =>
      lowerCounts(username, address, (_kind, count) => Math.max(0, count - 1)),
  };
}

/** The keys of a sign-in: its account and, if known, its network. */
export function backoffKeys(username: string, address: string | undefined): BackoffKey[] {
  const account: BackoffKey = {
    kind: "username",
    key: hash("sha256", `username ${normalize(username)}`, "base64url"),
  };
  if (address === undefined) return [account];
  const network = hash("sha256", `address ${networkOf(address)}`, "base64url");
  return [account, { kind: "address", key: network }];
}

/** Seconds until the next attempt under a key. */
function waitAfter(
  failures: Failures | undefined,
  kind: BackoffKey["kind"],
  now: number,
  policy: BackoffPolicy,
): number {
  const count = countOf(failures, now, policy);
  const free = policy[`failures_per_${kind}`];
  if (failures === undefined || count < free) return 0;
  const wait = Math.min(policy.longest_wait, 2 ** (count - free));
  return Math.max(0, failures.last_at + wait - now);
}

function countOf(
  failures: Failures | undefined,
  now: number,
  { forgiven_after }: BackoffPolicy,
): number {
  return failures === undefined || failures.last_at + forgiven_after <= now ? 0 : failures.count;
}

/**
 * A success clears the account but takes only its own attempt off the address: otherwise an attacker with an account could
 * reset the count of their address by signing in between guesses.
 */
function countAfterSuccess(kind: BackoffKey["kind"], count: number): number {
  return kind === "username" ? 0 : Math.max(0, count - 1);
}

function normalize(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}
