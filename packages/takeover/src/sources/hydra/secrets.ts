import { createDecipheriv, createHash } from "node:crypto";

/** The keys of Ory Hydra's system secrets: the SHA-256 of each. */
export function systemKeys(secrets: readonly string[]): readonly Buffer[] {
  return secrets.map((secret) => createHash("sha256").update(secret).digest());
}

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Opens nonce, ciphertext and tag of AES-256-GCM, in base64url; undefined where no key fits. */
export function decrypt(sealed: string, keys: readonly Buffer[]): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_LENGTH + TAG_LENGTH) return undefined;
  for (const key of keys) {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_LENGTH), {
      authTagLength: TAG_LENGTH,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_LENGTH));
    try {
      const opened = decipher.update(bytes.subarray(NONCE_LENGTH, -TAG_LENGTH));
      return Buffer.concat([opened, decipher.final()]).toString("utf8");
    } catch {
      // Another key may fit.
    }
  }
  return undefined;
}
