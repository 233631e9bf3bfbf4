import { networkOf, type AddressPredicate } from "./networks.ts";
import { createRateLimiter, type Wait } from "./rate-limiter.ts";

/** Limits unauthenticated requests of an address; with a subject, those of an address for that subject. */
export type AddressRateLimit = (address: string, now_ms: number, subject?: string) => Wait;

/** `limit` requests per address and minute; 0 for no limit. */
export function createAddressRateLimit(
  limit: number,
  isExempt: AddressPredicate,
): AddressRateLimit {
  if (limit === 0) return () => undefined;
  const limiter = createRateLimiter({ limit });
  return (address, now_ms, subject = "") =>
    address === "" || isExempt(address)
      ? undefined
      : limiter.take(`${networkOf(address)} ${subject}`, now_ms);
}
