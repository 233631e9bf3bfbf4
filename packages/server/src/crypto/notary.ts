import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";

/** Gives out names that only we can have given out, so that they need not be kept to be recognised. */
export interface Notary {
  /** The name under a MAC, in base64url. What was signed for one purpose is worth nothing for another. */
  sign(purpose: string, name: Uint8Array): string;
  /** The name, if any of the secrets signed it for this purpose; undefined for everything else. */
  read(purpose: string, text: string): Buffer | undefined;
}

const MAC_BYTES = 16;
const BASE64URL = /^[\w-]+$/;

/** A notary over secrets, newest first: the first one signs, all of them are recognised. */
export function createNotary(secrets: readonly string[]): Notary {
  const keysByPurpose = new Map<string, readonly KeyObject[]>();

  const keysFor = (purpose: string): readonly KeyObject[] => {
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
      return Buffer.concat([name, mac(newest, name)]).toString("base64url");
    },

    read(purpose, text) {
      if (!BASE64URL.test(text)) return undefined;
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length <= MAC_BYTES || bytes.toString("base64url") !== text) return undefined;
      const name = bytes.subarray(0, -MAC_BYTES);
      const shown = bytes.subarray(-MAC_BYTES);
      return keysFor(purpose).some((key) => timingSafeEqual(mac(key, name), shown))
        ? name
        : undefined;
    },
  };
}

function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(
    Buffer.from(hkdfSync("sha256", secret, "", `latchkey notary v1 ${purpose}`, 32)),
  );
}

function mac(key: KeyObject, name: Uint8Array): Buffer {
  return createHmac("sha256", key).update(name).digest().subarray(0, MAC_BYTES);
}
