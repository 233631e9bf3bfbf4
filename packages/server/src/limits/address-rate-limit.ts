import { networkOf, type AddressPredicate } from "./networks.ts";
import { createRateLimiter, type Wait } from "./rate-limiter.ts";

/** Limits unauthenticated requests of an address; with a subject, those of an address for that subject. */
export type AddressRateLimit = (address: string, now_ms: number, subject?: string) => Wait;

/**
 * Counts together with the other processes of the server: returns what tells them of a key that was counted here under the name
 * of a limit, and calls `add` for those that they counted.
 */
export type ShareCounts = (
  limit: string,
  add: (key: string, now_ms: number) => void,
) => (key: string) => void;

/** What a limit by address depends on. */
export interface AddressRateLimitOptions {
  /** The setting: the name under which processes count together. */
  readonly name: string;
  /** Returns how many requests per address and minute are allowed now; 0 for no limit. */
  readonly limitNow: () => number;
  readonly isExempt: AddressPredicate;
  readonly share: ShareCounts;
}

export function createAddressRateLimit({
  name,
  limitNow,
  isExempt,
  share,
}: AddressRateLimitOptions): AddressRateLimit {
  const limiter = createRateLimiter({ limit: limitNow });
  const announce = share(name, (key, now_ms) => limiter.add(key, now_ms));
  return (address, now_ms, subject = "") => {
    if (address === "" || limitNow() === 0 || isExempt(address)) return undefined;
    const key = `${networkOf(address)} ${subject}`;
    const wait = limiter.take(key, now_ms);
    if (wait === undefined) announce(key);
    return wait;
  };
}
