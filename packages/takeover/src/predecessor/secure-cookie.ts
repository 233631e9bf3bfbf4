import { createDecipheriv, createHmac, hash, timingSafeEqual } from "node:crypto";
import { readStringMap } from "./gob.ts";

/** The keys of one cookie secret of the other server. */
export interface CookieKeys {
  readonly mac: Uint8Array;
  /** An AES key of 16, 24 or 32 bytes; undefined where cookies are signed only. */
  readonly encryption?: Uint8Array;
}

/** What its cookie secrets were made of. */
export interface CookieSecrets {
  readonly system: readonly string[];
  readonly cookie: readonly string[];
}

/**
 * The keys of Ory Hydra 1: `secrets.cookie` in pairs, of which the second one encrypts. Where there are none, SHA-256 of the system
 * secret signs. An operator who changed the system secret meanwhile has the old one behind the new one: each is tried.
 */
export function firstGenerationKeys({ system, cookie }: CookieSecrets): readonly CookieKeys[] {
  if (cookie.length === 0)
    return system.map((secret) => ({ mac: hash("sha256", secret, "buffer") }));
  const pairs = cookie.flatMap((mac, at) =>
    at % 2 === 0 ? [{ mac, encryption: cookie[at + 1] }] : [],
  );
  return pairs.map(({ mac, encryption }) => ({
    mac: Buffer.from(mac),
    ...(encryption !== undefined && { encryption: Buffer.from(encryption) }),
  }));
}

/** The keys of Ory Hydra 2 and later: each entry signs, and its SHA-256 encrypts. */
export function secondGenerationKeys({ system, cookie }: CookieSecrets): readonly CookieKeys[] {
  const secrets =
    cookie.length === 0
      ? system.map((secret) => hash("sha256", secret, "buffer"))
      : cookie.map((secret) => Buffer.from(secret));
  return secrets.map((mac) => ({ mac, encryption: hash("sha256", mac, "buffer") }));
}

/**
 * The values of a cookie of gorilla/securecookie: base64url of `TIME|VALUE|MAC`, with HMAC-SHA-256 over `NAME|TIME|VALUE`. The time
 * is not checked: later versions of the other server do not either, and the session has an end of its own. Undefined where no key
 * made the cookie.
 */
export function openSecureCookie(
  name: string,
  value: string,
  keys: readonly CookieKeys[],
): ReadonlyMap<string, string> | undefined {
  const parts = splitCookie(value);
  if (parts === undefined) return undefined;
  for (const { mac, encryption } of keys) {
    const expected = createHmac("sha256", mac).update(`${name}|`).update(parts.signed).digest();
    if (!timingSafeEqual(expected, parts.mac)) continue;
    const payload = Buffer.from(parts.payload, "base64url");
    const plain = encryption === undefined ? payload : decrypt(payload, encryption);
    const read = plain && readStringMap(plain);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** Longer ones are dropped by browsers. */
const MAX_COOKIE_CHARS = 4096;
const MAC_BYTES = 32;
const IV_BYTES = 16;

function splitCookie(value: string) {
  if (value.length > MAX_COOKIE_CHARS || !/^[\w-]+={0,2}$/.test(value)) return undefined;
  const bytes = Buffer.from(value, "base64url");
  const mac = bytes.subarray(-MAC_BYTES); // The MAC itself may contain the separator.
  const head = bytes.subarray(0, Math.max(0, bytes.length - MAC_BYTES)).toString("latin1");
  const [, signed, payload] = /^(\d{1,12}\|([\w-]+={0,2}))\|$/.exec(head) ?? [];
  return signed === undefined || payload === undefined ? undefined : { mac, signed, payload };
}

function decrypt(payload: Buffer, key: Uint8Array): Buffer | undefined {
  const bits = key.length * 8;
  if (payload.length < IV_BYTES || (bits !== 128 && bits !== 192 && bits !== 256)) return undefined;
  const decipher = createDecipheriv(`aes-${bits}-ctr`, key, payload.subarray(0, IV_BYTES));
  return Buffer.concat([decipher.update(payload.subarray(IV_BYTES)), decipher.final()]);
}
