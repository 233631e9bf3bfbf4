import { hash } from "node:crypto";
import { randomBytes } from "./random.ts";

/**
 * The access token of a client that acts for itself is a prefix and base64url(6 bytes of time ‖ 26 random bytes); the time
 * is its expiry. The database has its signature: the same 6 bytes ‖ 18 bytes of SHA-256(token). Rows with such keys are
 * appended to their index and deleted from its beginning, and a stolen database contains no usable token. Secret scanners
 * recognise the prefix.
 */
const PREFIX = "lk_at_";

/** A new token, and its signature for the database. `expires_at_ms` is in unix milliseconds. */
export function mintOpaqueToken(expires_at_ms: number): { token: string; signature: Buffer } {
  const body = randomBytes(BODY_BYTES);
  body.writeUIntBE(expires_at_ms, 0, TIME_BYTES);
  const token = PREFIX + body.toString("base64url");
  return { token, signature: sign(token, expires_at_ms) };
}

/** The primary key of a token's row; undefined for a text that is no such token. */
export function signatureOf(token: string): Buffer | undefined {
  if (!SHAPE.test(token)) return undefined;
  const signature = Buffer.allocUnsafe(SIGNATURE_BYTES);
  signature.write(token.slice(PREFIX.length, PREFIX.length + TIME_CHARS), 0, "base64url");
  return addDigest(signature, token);
}

/** The primary key of the row of a JWT that this server signed: the same format, with the second of its expiry. */
export function signatureOfJwt(jwt: string, exp: number): Buffer {
  return sign(jwt, exp * 1000);
}

const SHAPE = /^lk_at_[\w-]{43}$/;
const BODY_BYTES = 32;
const TIME_BYTES = 6; // Milliseconds, so that the rows of one commit are neighbours in their index.
const TIME_CHARS = 8;
const SIGNATURE_BYTES = 24;

/** The latest expiry that a signature can contain, in unix seconds. */
export const LAST_EXP = Math.floor((2 ** (8 * TIME_BYTES) - 1) / 1000);

function sign(token: string, time_ms: number): Buffer {
  const signature = Buffer.allocUnsafe(SIGNATURE_BYTES);
  signature.writeUIntBE(time_ms, 0, TIME_BYTES);
  return addDigest(signature, token);
}

function addDigest(signature: Buffer, token: string): Buffer {
  // As text: three times as fast as a digest in a new Buffer.
  signature.write(hash("sha256", token, "latin1"), TIME_BYTES, "latin1");
  return signature;
}
