import { hash, randomBytes } from "node:crypto";

/** A new API key for the admin listener. Only its hash is stored, in the settings. */
export function mintApiKey(): string {
  return `lk_key_${randomBytes(32).toString("base64url")}`;
}

/** The hash of a key, as `serve.admin.api_keys` has it. A fast hash suffices for 256 random bits. */
export function hashApiKey(key: string): string {
  return hash("sha256", key, "base64url");
}
