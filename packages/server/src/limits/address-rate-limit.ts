import { networkOf, type AddressPredicate } from "./networks.ts";
import { createRateLimiter, type Wait } from "./rate-limiter.ts";

/** Limits unauthenticated requests of an address; with a subject, those of an address for that subject. */
export type AddressRateLimit = (address: string, now_ms: number, subject?: string) => Wait;

/** `limitNow` returns how many requests per address and minute are allowed now; 0 for no limit. */
export function createAddressRateLimit(
  limitNow: () => number,
  isExempt: AddressPredicate,
): AddressRateLimit {
  const limiter = createRateLimiter({ limit: limitNow });
  return (address, now_ms, subject = "") =>
    address === "" || limitNow() === 0 || isExempt(address)
      ? undefined
      : limiter.take(`${networkOf(address)} ${subject}`, now_ms);
}
