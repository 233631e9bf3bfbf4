import { hash } from "node:crypto";

/** Slows down password guessing, by account and by address. */
export interface Throttle {
  /**
   * Seconds to wait; at 0 the attempt may be made. It then counts as failed until `succeed` takes it back, so that a
   * hundred attempts at once are a hundred.
   */
  attempt(username: string, address: string | undefined): Promise<number>;
  succeed(username: string, address: string | undefined): Promise<void>;
  /** Takes back an attempt that was not made after all. */
  withdraw(username: string, address: string | undefined): Promise<void>;
}

/** When failed sign-ins lead to waiting. Times are in seconds. */
export interface ThrottlePolicy {
  /** Failures of one account without a wait. */
  readonly failures_per_username: number;
  /** Failures from one address without a wait. */
  readonly failures_per_address: number;
  readonly longest_wait: number;
  /** How long after the last failure all are forgotten. */
  readonly forgiven_after: number;
}

/** What holds unless an operator changes it. */
const defaultThrottlePolicy: ThrottlePolicy = {
  failures_per_username: 5,
  failures_per_address: 20,
  longest_wait: 60,
  forgiven_after: 900,
};

/** What failures are counted under. */
export interface ThrottleKey {
  readonly kind: "username" | "address";
  /** A hash: no name and no address is stored, and a long one takes no more room than a short one. */
  readonly key: string;
}

/** The failed sign-ins under a key. */
export interface Failures {
  readonly count: number;
  /** Unix seconds. */
  readonly last_at: number;
}

/** The keys of a sign-in: its account and, where it is known, its address. */
export function throttleKeys(username: string, address: string | undefined): ThrottleKey[] {
  const account: ThrottleKey = {
    kind: "username",
    key: hash("sha256", `username ${fold(username)}`, "base64url"),
  };
  if (address === undefined) return [account];
  const network = hash("sha256", `address ${networkOf(address)}`, "base64url");
  return [account, { kind: "address", key: network }];
}

/** Seconds until the next attempt under a key. */
export function waitAfter(
  failures: Failures | undefined,
  kind: ThrottleKey["kind"],
  now: number,
  policy: ThrottlePolicy,
): number {
  const count = countOf(failures, now, policy);
  const free = policy[`failures_per_${kind}`];
  if (failures === undefined || count < free) return 0;
  const wait = Math.min(policy.longest_wait, 2 ** (count - free));
  return Math.max(0, failures.last_at + wait - now);
}

/** How many failures are still held against a key. */
export function countOf(
  failures: Failures | undefined,
  now: number,
  { forgiven_after }: ThrottlePolicy,
): number {
  return failures === undefined || failures.last_at + forgiven_after <= now ? 0 : failures.count;
}

/** The failures that remain after a success: none of the account, one less of the address. Otherwise an attacker with an account would reset the count by signing in to it. */
export function countAfterSuccess(kind: ThrottleKey["kind"], count: number): number {
  return kind === "username" ? 0 : countAfterWithdrawal(count);
}

/** The failures that remain when an attempt is taken back. */
export function countAfterWithdrawal(count: number): number {
  return Math.max(0, count - 1);
}

/** A throttle in the memory of one process. */
export function createThrottle(
  now: () => number,
  policy: ThrottlePolicy = defaultThrottlePolicy,
): Throttle {
  const failures = new Map<string, Failures>();

  const store = (key: string, count: number): void => {
    failures.delete(key); // Maps keep insertion order, so the first entry is the least recently used one.
    if (count > 0) failures.set(key, { count, last_at: now() });
    const [oldest] = failures.keys();
    if (failures.size > CAPACITY && oldest !== undefined) failures.delete(oldest);
  };

  return {
    async attempt(username, address) {
      const keys = throttleKeys(username, address);
      const waits = keys.map(({ kind, key }) => waitAfter(failures.get(key), kind, now(), policy));
      const wait = Math.max(...waits);
      if (wait > 0) return wait;
      for (const { key } of keys) store(key, countOf(failures.get(key), now(), policy) + 1);
      return 0;
    },
    async succeed(username, address) {
      for (const { kind, key } of throttleKeys(username, address)) {
        store(key, countAfterSuccess(kind, countOf(failures.get(key), now(), policy)));
      }
    },
    async withdraw(username, address) {
      for (const { key } of throttleKeys(username, address)) {
        store(key, countAfterWithdrawal(countOf(failures.get(key), now(), policy)));
      }
    },
  };
}

/** The part of an address that one caller controls: of an IPv6 address the first 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1); // ::ffff:192.0.2.1
  const [left = [], right = []] = address
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}

function fold(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}

const CAPACITY = 10_000;
