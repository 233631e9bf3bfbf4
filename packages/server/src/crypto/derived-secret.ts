import { hkdfSync } from "node:crypto";

/** A secret for one purpose, made of another that it does not give away. */
export function deriveSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `latchkey ${purpose} v1`, 32)).toString(
    "base64url",
  );
}
