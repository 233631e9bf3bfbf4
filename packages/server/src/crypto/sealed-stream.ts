import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { fingerprintOf } from "./derived-secret.ts";

/**
 * A sealed stream is: magic (16) ‖ fingerprint of the secret (9) ‖ salt (32), in bytes, and chunks of ciphertext, each with its
 * tag (16). All chunks but the last hold 64 KiB of plaintext.
 *
 * The chunks are AES-256-GCM under a key that HKDF derives from the secret and the salt, so that no key is used for two streams. The
 * nonce is the number of the chunk (11), counted from 0, and whether it is the last (1): the STREAM construction of Hoang, Reyhanitabar,
 * Rogaway and Vizár, as age has it. So chunks that are changed, moved, repeated or left out do not open, nor does a stream that was cut
 * off. The associated data is everything before the first chunk.
 */

/** Why a stream cannot be opened. */
export type SealedStreamProblem =
  /** It does not begin as a sealed stream does. */
  | "not_sealed"
  /** It was sealed under a secret that is none of these. */
  | "unknown_secret"
  /** It was cut off, or changed. */
  | "damaged";

/** A stream that cannot be opened. */
export class SealedStreamError extends Error {
  override readonly name = "SealedStreamError";
  readonly problem: SealedStreamProblem;

  constructor(problem: SealedStreamProblem) {
    super(`A sealed stream cannot be opened: ${problem}.`);
    this.problem = problem;
  }
}

/** Seals a stream under a secret. */
export async function* sealStream(
  plain: AsyncIterable<Uint8Array>,
  secret: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const head = Buffer.concat([MAGIC, fingerprint(secret), salt]);
  const key = deriveKey(secret, salt);
  yield head;
  let number = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of plain) {
    held = Buffer.concat([held, piece]);
    let at = 0;
    // What is left may be the last chunk, which is known at the end.
    for (; held.length - at > CHUNK_BYTES; at += CHUNK_BYTES) {
      yield sealChunk(key, head, { number, isLast: false }, held.subarray(at, at + CHUNK_BYTES));
      number += 1;
    }
    held = held.subarray(at);
  }
  yield sealChunk(key, head, { number, isLast: true }, held);
}

/** Opens what was sealed under one of the secrets. Throws a `SealedStreamError`, which may be after a part of it. */
export async function* openStream(
  sealed: AsyncIterable<Uint8Array>,
  secrets: readonly string[],
): AsyncGenerator<Buffer> {
  let opening: { readonly head: Buffer; readonly key: KeyObject } | undefined;
  let number = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of sealed) {
    held = Buffer.concat([held, piece]);
    if (opening === undefined) {
      if (held.length < HEAD_BYTES) continue;
      opening = readHead(held.subarray(0, HEAD_BYTES), secrets);
      held = held.subarray(HEAD_BYTES);
    }
    let at = 0;
    for (; held.length - at > SEALED_BYTES; at += SEALED_BYTES) {
      const chunk = held.subarray(at, at + SEALED_BYTES);
      const plain = openChunk(opening.key, opening.head, { number, isLast: false }, chunk);
      if (plain === undefined) throw new SealedStreamError("damaged");
      yield plain;
      number += 1;
    }
    held = held.subarray(at);
  }
  if (opening === undefined)
    throw new SealedStreamError(isBegunBy(held) ? "damaged" : "not_sealed");
  const last = openChunk(opening.key, opening.head, { number, isLast: true }, held);
  if (last === undefined) throw new SealedStreamError("damaged");
  yield last;
}

const MAGIC = Buffer.from("latchkey backup\n");
const FINGERPRINT_BYTES = 9;
const SALT_BYTES = 32;
const HEAD_BYTES = MAGIC.length + FINGERPRINT_BYTES + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

function fingerprint(secret: string): Buffer {
  return Buffer.from(fingerprintOf(secret), "base64url");
}

function deriveKey(secret: string, salt: Uint8Array): KeyObject {
  const key = hkdfSync("sha256", secret, salt, "latchkey sealed stream v1", 32);
  return createSecretKey(Buffer.from(key));
}

function readHead(head: Buffer, secrets: readonly string[]) {
  if (!isBegunBy(head)) throw new SealedStreamError("not_sealed");
  const named = head.subarray(MAGIC.length, MAGIC.length + FINGERPRINT_BYTES);
  const secret = secrets.find((one) => fingerprint(one).equals(named));
  if (secret === undefined) throw new SealedStreamError("unknown_secret");
  return { head, key: deriveKey(secret, head.subarray(-SALT_BYTES)) };
}

/** Whether a stream may begin with these bytes. */
function isBegunBy(bytes: Buffer): boolean {
  const begin = MAGIC.subarray(0, bytes.length);
  return bytes.length > 0 && bytes.subarray(0, MAGIC.length).equals(begin);
}

/** Where a chunk is in its stream. */
interface Place {
  readonly number: number;
  readonly isLast: boolean;
}

function nonceOf({ number, isLast }: Place): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function sealChunk(key: KeyObject, head: Buffer, place: Place, plain: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonceOf(place));
  cipher.setAAD(head);
  const ciphertext = cipher.update(plain);
  cipher.final(); // In GCM this returns no bytes, but computes the tag.
  return Buffer.concat([ciphertext, cipher.getAuthTag()]);
}

function openChunk(
  key: KeyObject,
  head: Buffer,
  place: Place,
  sealed: Uint8Array,
): Buffer | undefined {
  if (sealed.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(place), {
    authTagLength: TAG_BYTES, // Without an explicit length a truncated tag would be accepted.
  });
  decipher.setAAD(head);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}
