/** An id as its column holds it. */
export function toBytes(id: string): Uint8Array {
  return Buffer.from(id, "base64url");
}

/** An id as the rest of the code speaks of it. */
export function toId(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
