import { hkdfSync } from "node:crypto";

/** Derives a secret for one purpose (HKDF). The original cannot be computed from it. */
export function deriveSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `latchkey ${purpose} v1`, 32)).toString(
    "base64url",
  );
}
