import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { createLruCache, type LruCache } from "../lru-cache.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { createLegacyMacs } from "./legacy-mac.ts";

/** Signs ids, so that an id that was issued by this server is recognised without being stored. */
export interface Signer {
  /**
   * The id followed by its MAC. The id must be base64url text (`A–Z a–z 0–9 - _`). A signature for one purpose is not
   * valid for another.
   */
  sign(purpose: string, id: string): string;
  /** The id, if it was signed under any of the secrets for this purpose; undefined otherwise. */
  read(purpose: string, text: string): string | undefined;
  /** The same for what version 0.1.0 signed, and nothing else: for places where only a holder of that version's text is served. */
  readLegacy(purpose: string, text: string): string | undefined;
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

/** A signer over secrets, newest first: the first one signs, all of them verify, so that secrets can be rotated. */
export function createSigner(secrets: readonly string[]): Signer {
  const purposes = new Map<string, PurposeKeys>();
  const legacyMacs = createLegacyMacs(secrets);

  const isLegacy = (purpose: string, id: string, presented: string): boolean =>
    legacyMacs(purpose, id).some((legacy) => equalInConstantTime(legacy, presented));

  const keysFor = (purpose: string): PurposeKeys => {
    let found = purposes.get(purpose);
    if (found === undefined) {
      const keys = secrets.map((secret) => deriveKey(secret, purpose));
      found = { keys, recent_macs: createLruCache(RECENT_MACS) };
      purposes.set(purpose, found);
    }
    return found;
  };

  const newestMac = (purpose: string, text: string): string => {
    const { keys, recent_macs } = keysFor(purpose);
    const [newest] = keys;
    if (newest === undefined) throw new TypeError("A signer needs at least one secret.");
    const known = recent_macs.get(text);
    if (known !== undefined) return known;
    const computed = computeMac(newest, text);
    recent_macs.set(text, computed);
    return computed;
  };

  const isMac = (purpose: string, text: string, presented: string): boolean => {
    const { keys, recent_macs } = keysFor(purpose);
    const recent = recent_macs.get(text);
    return (
      (recent !== undefined && equalInConstantTime(recent, presented)) ||
      keys.some((key) => equalInConstantTime(computeMac(key, text), presented))
    );
  };

  return {
    sign: (purpose, id) => id + newestMac(purpose, id),

    read(purpose, text) {
      const [id, presented] = split(text);
      if (id === "") return undefined;
      const isSigned = isMac(purpose, id, presented) || isLegacy(purpose, id, presented);
      return isSigned ? id : undefined;
    },

    readLegacy(purpose, text) {
      const [id, presented] = split(text);
      return id !== "" && isLegacy(purpose, id, presented) ? id : undefined;
    },

    mac: newestMac,
    isMac,
    macs: (purpose, text) => keysFor(purpose).keys.map((key) => computeMac(key, text)),
  };
}

/** The keys of one purpose, one for each secret, and the MACs that the newest of them computed last, by text. */
interface PurposeKeys {
  readonly keys: readonly KeyObject[];
  readonly recent_macs: LruCache<string, string>;
}

/** What a server signs, such as a challenge or a code, usually returns to it within seconds. */
const RECENT_MACS = 1_000;

/** The id and its MAC. */
function split(text: string): readonly [string, string] {
  return [text.slice(0, -MAC_CHARS), text.slice(-MAC_CHARS)];
}

function deriveKey(secret: string, purpose: string): KeyObject {
  const key = hkdfSync("sha256", secret, "", `latchkey signer v3 ${purpose}`, 32);
  return createSecretKey(new Uint8Array(key));
}

function computeMac(key: KeyObject, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, MAC_CHARS);
}
