import { hkdfSync } from "node:crypto";

/** Identifies a secret without disclosing it: 72 bits. */
export function fingerprintOf(secret: string): string {
  return deriveSecret(secret, "fingerprint").slice(0, 12);
}

/** Derives a secret for one purpose (HKDF). The original cannot be computed from it. */
export function deriveSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `latchkey ${purpose} v1`, 32)).toString(
    "base64url",
  );
}
