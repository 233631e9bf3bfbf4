import { hash, randomBytes } from "node:crypto";

/** A key for the admin listener, shown once to the operator who asked for it. */
export function mintApiKey(): string {
  return `lk_key_${randomBytes(32).toString("base64url")}`;
}

/** What the settings hold of a key. It is too random to be guessed, so a fast hash guards it. */
export function hashApiKey(key: string): string {
  return hash("sha256", key, "base64url");
}
