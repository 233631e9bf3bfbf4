import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  type KeyObject,
} from "node:crypto";

/**
 * A seal is: version (1) ‖ key id (4) ‖ nonce (12) ‖ ciphertext ‖ tag (16), in bytes. AES-256-GCM, with version, key id and
 * context as associated data. Random nonces allow some 2^32 seals under one secret.
 */

/** Encrypts what the server must be able to read again, such as private keys. */
export interface Sealer {
  /** Encrypts under the first secret. The context says what the plaintext is and where it is stored, such as `key:set:kid`. */
  readonly seal: (plain: string | Uint8Array, context: string) => Buffer;
  /** Whether this was sealed under the first secret. */
  readonly isUpToDate: (sealed: Uint8Array) => boolean;
  /** What begins every value that is sealed under the first secret, so that a database can leave those out. */
  readonly newest_header: Uint8Array;
  /** The position in the list of the secret that this was sealed under; undefined if it is none of them. */
  readonly positionOf: (sealed: Uint8Array) => number | undefined;
  /** Decrypts what was sealed under any of the secrets for the same context; throws a SealError otherwise. */
  readonly open: (sealed: Uint8Array, context: string) => Buffer;
}

/** None of the secrets decrypts this. The message names the context, never a secret. */
export class SealError extends Error {
  override readonly name = "SealError";
}

/** A sealer over secrets, newest first: the first one seals, all of them open, so that secrets can be rotated. */
export function createSealer(secrets: readonly string[]): Sealer {
  const keys = secrets.map(deriveKey);
  const [newest] = keys;
  if (newest === undefined) throw new TypeError("A sealer needs at least one secret.");

  return {
    seal: (plain, context) => sealUnder(newest, plain, context),
    isUpToDate: (sealed) => isUnder(newest, sealed),
    newest_header: newest.header,
    positionOf: (sealed) => {
      const position = keys.findIndex((key) => isUnder(key, sealed));
      return position === -1 ? undefined : position;
    },
    open: (sealed, context) => {
      for (const key of keys) {
        const plain = isUnder(key, sealed) ? openUnder(key, sealed, context) : undefined;
        if (plain !== undefined) return plain;
      }
      throw new SealError(
        `No secret opens the seal of ${context}: it was made under a secret that is not listed any more, for another place, or it was changed.`,
      );
    },
  };
}

const VERSION = 1;
/** Of version and key id. */
export const HEADER_BYTES = 5;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface SealingKey {
  readonly header: Buffer;
  readonly key: KeyObject;
}

function deriveKey(secret: string): SealingKey {
  const derive = (info: string, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, "", info, length));
  const keyId = derive("latchkey seal v1 key id", 4);
  return {
    header: Buffer.concat([Buffer.of(VERSION), keyId]),
    key: createSecretKey(derive("latchkey seal v1", 32)),
  };
}

function isUnder({ header }: SealingKey, sealed: Uint8Array): boolean {
  return sealed.length > HEADER_BYTES && header.compare(sealed, 0, HEADER_BYTES) === 0;
}

function sealUnder(
  { header, key }: SealingKey,
  plain: string | Uint8Array,
  context: string,
): Buffer {
  const nonce = randomFillSync(Buffer.allocUnsafe(NONCE_BYTES)); // `randomBytes` would allocate an ArrayBuffer.
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
  const ciphertext = cipher.update(typeof plain === "string" ? Buffer.from(plain) : plain);
  cipher.final(); // In GCM this returns no bytes, but computes the tag.
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]);
}

function openUnder(
  { header, key }: SealingKey,
  sealed: Uint8Array,
  context: string,
): Buffer | undefined {
  const body = sealed.subarray(HEADER_BYTES);
  if (body.length < NONCE_BYTES + TAG_BYTES) return undefined;

  const nonce = body.subarray(0, NONCE_BYTES);
  // Without an explicit length a truncated tag would be accepted.
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  const plain = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final(); // In GCM this returns no bytes; it throws when the tag does not match.
    return plain;
  } catch {
    return undefined;
  }
}
