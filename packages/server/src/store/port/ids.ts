/** An id as its column stores it. */
export function toBytes(id: string): Uint8Array {
  return Buffer.from(id, "base64url");
}

/** An id as the rest of the code has it. */
export function toId(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** Sorts before every key that begins with a later expiry. `now` is in unix seconds. */
export function keyAt(now: number): Uint8Array {
  const key = Buffer.alloc(6);
  key.writeUIntBE(now * 1000, 0, 6);
  return key;
}
