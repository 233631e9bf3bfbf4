import { hash } from "node:crypto";
import { randomBytes } from "./random-bytes.ts";

/**
 * The access token of a client that acts for itself is a prefix and base64url(6 bytes of time ‖ 26 random bytes), the
 * time being when it ends. What the store keeps is its signature: the same 6 bytes ‖ 18 bytes of SHA-256(token). Rows so
 * keyed append to their tree and leave it from the other end, and the database alone is no help to a thief. People and secret
 * scanners know it by its prefix.
 */
const PREFIX = "lk_at_";

/** A fresh token for the client to keep, and the signature for us to keep. `expires_at_ms` is in unix milliseconds. */
export function mintOpaqueToken(expires_at_ms: number): { token: string; signature: Buffer } {
  const body = randomBytes(BODY_BYTES);
  body.writeUIntBE(expires_at_ms, 0, TIME_BYTES);
  const token = PREFIX + body.toString("base64url");
  return { token, signature: sign(token, expires_at_ms) };
}

/** The key of the row that describes this token; undefined when it cannot be a token of ours. */
export function signatureOf(token: string): Buffer | undefined {
  if (!SHAPE.test(token)) return undefined;
  const signature = Buffer.allocUnsafe(SIGNATURE_BYTES);
  signature.write(token.slice(PREFIX.length, PREFIX.length + TIME_CHARS), 0, "base64url");
  return addDigest(signature, token);
}

/** The key of the row that describes a JWT we signed: the same shape, under the second in which it ends. */
export function signatureOfJwt(jwt: string, exp: number): Buffer {
  return sign(jwt, exp * 1000);
}

const SHAPE = /^lk_at_[\w-]{43}$/;
const BODY_BYTES = 32;
const TIME_BYTES = 6; // Milliseconds: the rows of one commit are neighbours in their tree.
const TIME_CHARS = 8;
const SIGNATURE_BYTES = 24;

/** The last second that a signature can begin with. */
export const LAST_EXP = Math.floor((2 ** (8 * TIME_BYTES) - 1) / 1000);

function sign(token: string, time_ms: number): Buffer {
  const signature = Buffer.allocUnsafe(SIGNATURE_BYTES);
  signature.writeUIntBE(time_ms, 0, TIME_BYTES);
  return addDigest(signature, token);
}

function addDigest(signature: Buffer, token: string): Buffer {
  // As text: three times cheaper than a digest in a Buffer of its own.
  signature.write(hash("sha256", token, "latin1"), TIME_BYTES, "latin1");
  return signature;
}
