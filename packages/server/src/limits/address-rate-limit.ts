import { networkOf, type Networks } from "./networks.ts";
import { createRateLimiter, type Wait } from "./rate-limiter.ts";

/** Limits how many rows an address may leave behind without having authenticated. */
export type AddressRateLimit = (address: string, now_ms: number) => Wait;

/** `limit` requests per address and minute; 0 for no limit. */
export function createAddressRateLimit(limit: number, isExempt: Networks): AddressRateLimit {
  if (limit === 0) return () => undefined;
  const limiter = createRateLimiter({ limit });
  return (address, now_ms) =>
    address === "" || isExempt(address) ? undefined : limiter.take(networkOf(address), now_ms);
}
