import { gunzipSync } from "node:zlib";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import type { HandleUse } from "../taken-store.ts";

/**
 * Challenges and verifiers of Ory Hydra since 2.2: the whole flow is in them, base64url of `nonce (24) ‖ ciphertext ‖ tag (16)` by
 * XChaCha20-Poly1305 under the key of a system secret. The plain text is gzip of JSON with short names.
 */
export interface SealedFlow {
  /** Where the authorization began. */
  readonly request_url: string;
}

/** The flow in a challenge or verifier; undefined where no key opens it. */
export function openSealedHandle(
  use: HandleUse,
  text: string,
  keys: readonly Uint8Array[],
): SealedFlow | undefined {
  const purpose = purposes[use];
  if (purpose === undefined || !isSealedHandle(text)) return undefined;
  const sealed = Buffer.from(text, "base64url");
  for (const key of keys) {
    const plain = decrypt(sealed, key, Buffer.from(purpose));
    if (plain !== undefined) return readFlow(plain);
  }
  return undefined;
}

/** Whether a text has the shape of one, by whichever version it was sealed. */
export function isSealedHandle(text: string): boolean {
  return text.length >= MIN_CHARS && text.length <= MAX_CHARS && SHAPE.test(text);
}

/** Additional data: a text for one purpose is none for another. */
const purposes: Readonly<Partial<Record<HandleUse, string>>> = {
  login_challenge: "{}",
  login_verifier: '{"p":1}',
  consent_challenge: '{"p":4}',
  consent_verifier: '{"p":5}',
};

const SHAPE = /^[\w-]+={0,2}$/;
const NONCE_BYTES = 24;
const MIN_CHARS = 100;
/** More than a URL can have on its way through proxies. */
const MAX_CHARS = 65_536;
/** Of the JSON. What browsers sent was never longer; text of another origin does not get here. */
const MAX_JSON_BYTES = 1_048_576;

function decrypt(sealed: Buffer, key: Uint8Array, data: Uint8Array): Uint8Array | undefined {
  try {
    const cipher = xchacha20poly1305(key, sealed.subarray(0, NONCE_BYTES), data);
    return cipher.decrypt(sealed.subarray(NONCE_BYTES));
  } catch {
    return undefined; // Not sealed with this key.
  }
}

function readFlow(gzipped: Uint8Array): SealedFlow | undefined {
  try {
    const text = gunzipSync(gzipped, { maxOutputLength: MAX_JSON_BYTES }).toString("utf8");
    const flow: unknown = JSON.parse(text);
    const request_url = flow instanceof Object && "r" in flow ? flow.r : undefined;
    return typeof request_url === "string" ? { request_url } : undefined;
  } catch {
    return undefined; // Another version's content.
  }
}
