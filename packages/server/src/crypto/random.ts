import { randomFillSync, randomUUID } from "node:crypto";

/** Returns the bytes to use in place of random ones, or undefined for random ones. */
export type RandomSource = (size: number) => Buffer | undefined;

let source: RandomSource | undefined;

/**
 * For tests only: makes ids, codes and tokens predictable. Exported by `@latchkey/server/testing` and by no other entry point;
 * a server that runs for users must never call it.
 */
export function setRandomSource(next: RandomSource | undefined): void {
  source = next;
}

/** A unique id: a UUID of version 4 (RFC 9562 §5.4). It is not a secret and authorizes nothing. */
export function randomId(): string {
  const given = source?.(16);
  return given === undefined ? randomUUID() : uuidOf(given);
}

/**
 * Bytes of the platform's random number generator, as `crypto.randomBytes` returns them. That allocates an ArrayBuffer for
 * each call, which costs as much as filling it; `Buffer.allocUnsafe` slices Node's pool.
 */
export function randomBytes(size: number): Buffer {
  return source?.(size) ?? randomFillSync(Buffer.allocUnsafe(size));
}

function uuidOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6); // version 4
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8); // variant
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
