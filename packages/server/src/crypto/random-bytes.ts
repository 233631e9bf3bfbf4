import { randomFillSync } from "node:crypto";

/**
 * Bytes of the platform's random number generator, as `crypto.randomBytes` returns them. That allocates an ArrayBuffer for
 * each call, which costs as much as filling it; `Buffer.allocUnsafe` slices Node's pool.
 */
export function randomBytes(size: number): Buffer {
  return randomFillSync(Buffer.allocUnsafe(size));
}
