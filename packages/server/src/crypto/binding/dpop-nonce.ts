import type { Signer } from "../signer.ts";

/**
 * RFC 9449 §8: nonces for DPoP proofs. A nonce is the number of a period of time, signed, so all servers with the same secrets
 * accept it and none stores it.
 */

const PURPOSE = "dpop_nonce";

/** Seconds. A nonce is valid for one to two of them. */
const PERIOD = 120;

/** Seconds that a nonce is accepted at most: one of the next period, by the clock of another server, until the end of the one after. */
export const NONCE_LIFESPAN = 3 * PERIOD;

/** The nonce of now. */
export function writeNonce(signer: Signer, now: number): string {
  return signer.sign(PURPOSE, String(Math.floor(now / PERIOD)));
}

/** Whether this server issued the nonce, in this period or the one before. The clock of another server may be ahead. */
export function isFreshNonce(signer: Signer, nonce: string, now: number): boolean {
  if (nonce.length > MAX_LENGTH) return false;
  const period = signer.read(PURPOSE, nonce);
  if (period === undefined) return false;
  const age = Math.floor(now / PERIOD) - Number(period);
  return age >= -1 && age <= 1;
}

const MAX_LENGTH = 64;
