import { randomFillSync, randomUUID } from "node:crypto";

/** A unique id: a UUID of version 4 (RFC 9562 §5.4). It is not a secret and authorizes nothing. */
export function randomId(): string {
  return randomUUID();
}

/**
 * Bytes of the platform's random number generator, as `crypto.randomBytes` returns them. That allocates an ArrayBuffer for
 * each call, which costs as much as filling it; `Buffer.allocUnsafe` slices Node's pool.
 */
export function randomBytes(size: number): Buffer {
  return randomFillSync(Buffer.allocUnsafe(size));
}
