import { hash, hkdfSync } from "node:crypto";
import { equalInConstantTime } from "./constant-time.ts";

/** Gives out names that only we can have given out, so that they need not be kept to be recognised. */
export interface Notary {
  /**
   * The name, which must be letters that a URL carries (`A–Z a–z 0–9 - _`), with a MAC behind it. What was signed for one
   * purpose is worth nothing for another.
   */
  sign(purpose: string, name: string): string;
  /** The name, if any of the secrets signed it for this purpose; undefined for everything else. */
  read(purpose: string, text: string): string | undefined;
}

/** 22 letters of base64url: 132 bits. */
const MAC_LETTERS = 22;

/** A notary over secrets, newest first: the first one signs, all of them are recognised. */
export function createNotary(secrets: readonly string[]): Notary {
  const keysByPurpose = new Map<string, readonly MacKey[]>();

  const keysFor = (purpose: string): readonly MacKey[] => {
    let keys = keysByPurpose.get(purpose);
    if (keys === undefined) {
      keys = secrets.map((secret) => deriveKey(secret, purpose));
      keysByPurpose.set(purpose, keys);
    }
    return keys;
  };

  return {
    sign(purpose, name) {
      const [newest] = keysFor(purpose);
      if (newest === undefined) throw new TypeError("A notary needs at least one secret.");
      return name + mac(newest, name);
    },

    read(purpose, text) {
      const name = text.slice(0, -MAC_LETTERS);
      const shown = text.slice(-MAC_LETTERS);
      const isOurs = keysFor(purpose).some((key) => equalInConstantTime(mac(key, name), shown));
      return isOurs && name !== "" ? name : undefined;
    },
  };
}

interface MacKey {
  readonly inner: string;
  readonly outer: string;
}

function deriveKey(secret: string, purpose: string): MacKey {
  const derive = (half: string): string => {
    const key = hkdfSync("sha256", secret, "", `latchkey notary v2 ${half} ${purpose}`, 32);
    return Buffer.from(key).toString("base64url");
  };
  return { inner: derive("inner"), outer: derive("outer") };
}

/**
 * NMAC: a hash under one key of a hash under another. HMAC is the same with both keys made of one; two hashes of text in
 * one call each cost less than half of an Hmac object.
 */
function mac({ inner, outer }: MacKey, name: string): string {
  return hash("sha256", outer + hash("sha256", inner + name, "base64url"), "base64url").slice(
    0,
    MAC_LETTERS,
  );
}
