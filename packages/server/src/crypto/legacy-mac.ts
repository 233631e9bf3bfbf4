import { hash, hkdfSync } from "node:crypto";

/**
 * The MACs that version 0.1.0 gave this id for this purpose, one for each secret. They are only verified, never issued.
 *
 * 0.1.0 did not sign with HMAC but with two nested SHA-256 hashes under two derived keys (NMAC). Refresh tokens and session
 * cookies may be configured to live without end, so that no date makes this file superfluous: it may be deleted in the
 * first version that does not support an upgrade from 0.1.0.
 */
export function createLegacyMacs(
  secrets: readonly string[],
): (purpose: string, id: string) => readonly string[] {
  const keysByPurpose = new Map<string, readonly LegacyKeys[]>();
  return (purpose, id) => {
    let keys = keysByPurpose.get(purpose);
    if (keys === undefined) {
      keys = secrets.map((secret) => deriveKeys(secret, purpose));
      keysByPurpose.set(purpose, keys);
    }
    return keys.map((pair) => legacyMac(pair, id));
  };
}

const MAC_CHARS = 22;

interface LegacyKeys {
  readonly inner: string;
  readonly outer: string;
}

function deriveKeys(secret: string, purpose: string): LegacyKeys {
  const derive = (half: string): string => {
    const key = hkdfSync("sha256", secret, "", `latchkey notary v2 ${half} ${purpose}`, 32);
    return Buffer.from(key).toString("base64url");
  };
  return { inner: derive("inner"), outer: derive("outer") };
}

function legacyMac({ inner, outer }: LegacyKeys, id: string): string {
  const innerHash = hash("sha256", inner + id, "base64url");
  return hash("sha256", outer + innerHash, "base64url").slice(0, MAC_CHARS);
}
