import { hash, randomFillSync } from "node:crypto";

/**
 * The access token of a client that acts for itself is a prefix and base64url(4 bytes of time ‖ 28 random bytes). What the
 * store keeps is its signature: the same 4 bytes of time ‖ 20 bytes of SHA-256(token). Rows so keyed append to their tree
 * in order of issue, and the database alone is no help to a thief. People and secret scanners know it by its prefix.
 */
const PREFIX = "lk_at_";

/** A fresh token for the client to keep, and the signature for us to keep. `issued_at` is in unix seconds. */
export function mintOpaqueToken(issued_at: number): { token: string; signature: Buffer } {
  const token = PREFIX + drawBody(issued_at);
  return { token, signature: sign(token, issued_at) };
}

/** The key of the row that describes this token; undefined when it cannot be a token of ours. */
export function signatureOf(token: string): Buffer | undefined {
  if (!SHAPE.test(token)) return undefined;
  const time = Buffer.from(token.slice(PREFIX.length, PREFIX.length + TIME_CHARS), "base64url");
  return sign(token, time.readUInt32BE());
}

/** The key of the row that describes a JWT we signed: the same shape, under the time the JWT tells. */
export function signatureOfJwt(jwt: string, iat: number): Buffer {
  return sign(jwt, iat);
}

const SHAPE = /^lk_at_[\w-]{43}$/;
const TIME_CHARS = 6; // 36 bits, of which 32 are the time
const BODY_BYTES = 32;

// Asking the system for 8 KiB at once costs little more than asking for one token's 28 bytes.
const pool = Buffer.alloc(256 * BODY_BYTES);
let drawn = pool.length;

function drawBody(issued_at: number): string {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const start = drawn;
  drawn += BODY_BYTES;
  pool.writeUInt32BE(issued_at, start);
  const body = pool.toString("base64url", start, drawn);
  pool.fill(0, start, drawn); // what was given away is kept nowhere
  return body;
}

function sign(token: string, time: number): Buffer {
  const signature = Buffer.allocUnsafe(24);
  signature.writeUInt32BE(time);
  // As text: three times cheaper than a digest in a Buffer of its own.
  signature.write(hash("sha256", token, "latin1"), 4, 20, "latin1");
  return signature;
}
