import { networkOf, type Networks } from "./networks.ts";
import { createRateLimiter, type Wait } from "./rate-limiter.ts";

/** Limits what an address may do without having authenticated; with a subject, what it may do to that. */
export type AddressRateLimit = (address: string, now_ms: number, subject?: string) => Wait;

/** `limit` requests per address and minute; 0 for no limit. */
export function createAddressRateLimit(limit: number, isExempt: Networks): AddressRateLimit {
  if (limit === 0) return () => undefined;
  const limiter = createRateLimiter({ limit });
  return (address, now_ms, subject = "") =>
    address === "" || isExempt(address)
      ? undefined
      : limiter.take(`${networkOf(address)} ${subject}`, now_ms);
}
