import { hkdfSync } from "node:crypto";
import { createLruCache, type LruCache } from "../lru-cache.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { createHmacSha256, type HmacSha256 } from "./hmac-sha256.ts";

/** Signs ids, so that an id that was issued by this server is recognised without being stored. */
export interface Signer {
  /**
   * The id followed by its MAC. The id must be base64url text (`A–Z a–z 0–9 - _`). A signature for one purpose is not
   * valid for another.
   */
  sign(purpose: string, id: string): string;
  /** The id, if it was signed under any of the secrets for this purpose; undefined otherwise. */
  read(purpose: string, text: string): string | undefined;
  /**
   * The same with a number below `HIDDEN_NUMBERS` that only the servers can read. It is not authenticated: a holder can change it,
   * to one that they do not know. Every id must have one number, whenever it is signed.
   */
  signHiding(purpose: string, id: string, hidden: number): string;
  /** The id and the number, if the id was signed under any of the secrets for this purpose. */
  readHiding(purpose: string, text: string): { id: string; hidden: number } | undefined;
  /** The MAC of a text under the newest secret, for a text that the holder of the MAC need not know. */
  mac(purpose: string, text: string): string;
  /** Whether a MAC is that of a text for this purpose, under any of the secrets. */
  isMac(purpose: string, text: string, presented: string): boolean;
  /**
   * The MACs of a text, one for each secret, the newest first: for a short text that is looked up by its MAC, since its hash
   * could be reversed by trying all texts.
   */
  macs(purpose: string, text: string): readonly string[];
}

/** 22 characters of base64url: HMAC-SHA-256 truncated to 132 bits (RFC 2104 §5 asks for at least half, 128). */
export const MAC_CHARS = 22;

/** Characters of a hidden number, and how many numbers there are: 18 bits. */
const HIDDEN_CHARS = 3;
export const HIDDEN_NUMBERS = 2 ** (6 * HIDDEN_CHARS);

/**
 * A signer over secrets: the first one signs, all of them verify, so that secrets can be rotated. `onUnknown` is called for a
 * text that none of them signed.
 */
export function createSigner(
  secrets: readonly string[],
  onUnknown?: (purpose: string) => void,
): Signer {
  const purposes = new Map<string, PurposeKeys>();

  const keysFor = (purpose: string): PurposeKeys => {
    let found = purposes.get(purpose);
    if (found === undefined) {
      const keys = secrets.map((secret) => deriveKey(secret, purpose));
      found = { keys, recent_tags: createLruCache(RECENT_TAGS) };
      purposes.set(purpose, found);
    }
    return found;
  };

  const newestTag = (purpose: string, text: string): string => {
    const { keys, recent_tags } = keysFor(purpose);
    const [newest] = keys;
    if (newest === undefined) throw new TypeError("A signer needs at least one secret.");
    const known = recent_tags.get(text);
    if (known !== undefined) return known;
    const computed = computeTag(newest, text);
    recent_tags.set(text, computed);
    return computed;
  };

  /** The tag of a text whose MAC is the one presented. */
  const findTag = (purpose: string, text: string, presented: string): string | undefined => {
    const { keys, recent_tags } = keysFor(purpose);
    const recent = recent_tags.get(text);
    if (recent !== undefined && equalInConstantTime(macOf(recent), presented)) return recent;
    for (const key of keys) {
      const tag = computeTag(key, text);
      if (equalInConstantTime(macOf(tag), presented)) return tag;
    }
    return undefined;
  };

  const newestMac = (purpose: string, text: string): string => macOf(newestTag(purpose, text));

  return {
    sign: (purpose, id) => id + newestMac(purpose, id),

    read(purpose, text) {
      const id = text.slice(0, -MAC_CHARS);
      if (id === "") return undefined;
      if (findTag(purpose, id, text.slice(-MAC_CHARS)) !== undefined) return id;
      onUnknown?.(purpose);
      return undefined;
    },

    signHiding(purpose, id, hidden) {
      const tag = newestTag(purpose, id);
      return id + macOf(tag) + writeNumber(hidden ^ maskOf(tag));
    },

    readHiding(purpose, text) {
      const masked = readNumber(text.slice(-HIDDEN_CHARS));
      const id = text.slice(0, -(MAC_CHARS + HIDDEN_CHARS));
      if (id === "" || masked === undefined) return undefined;
      const tag = findTag(purpose, id, text.slice(-(MAC_CHARS + HIDDEN_CHARS), -HIDDEN_CHARS));
      if (tag !== undefined) return { id, hidden: masked ^ maskOf(tag) };
      onUnknown?.(purpose);
      return undefined;
    },

    mac: newestMac,
    isMac: (purpose, text, presented) => findTag(purpose, text, presented) !== undefined,
    macs: (purpose, text) => keysFor(purpose).keys.map((key) => macOf(computeTag(key, text))),
  };
}

/** The keys of one purpose, one for each secret, and the tags that the newest of them computed last, by text. */
interface PurposeKeys {
  readonly keys: readonly HmacSha256[];
  readonly recent_tags: LruCache<string, string>;
}

/** What a server signs, such as a challenge or a code, usually returns to it within seconds. */
const RECENT_TAGS = 1_000;

/** The part of a tag that is the MAC. */
function macOf(tag: string): string {
  return tag.slice(0, MAC_CHARS);
}

/** The rest of a tag: it is never issued, so that it hides a number. */
function maskOf(tag: string): number {
  return readNumber(tag.slice(MAC_CHARS)) ?? 0;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function writeNumber(value: number): string {
  let text = "";
  for (let shift = 6 * (HIDDEN_CHARS - 1); shift >= 0; shift -= 6)
    text += DIGITS[(value >> shift) & 63] ?? "";
  return text;
}

/** The number in base64url characters; undefined where there are others. */
function readNumber(text: string): number | undefined {
  let value = 0;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    if (digit === -1) return undefined;
    value = value * 64 + digit;
  }
  return value;
}

function deriveKey(secret: string, purpose: string): HmacSha256 {
  const key = hkdfSync("sha256", secret, "", `latchkey signer v3 ${purpose}`, 32);
  return createHmacSha256(new Uint8Array(key));
}

/** The first characters of the HMAC: a MAC, and a mask. */
function computeTag(key: HmacSha256, text: string): string {
  return key(text).slice(0, MAC_CHARS + HIDDEN_CHARS);
}
