import { hash, randomBytes } from "node:crypto";

/** Tells a session's token from an API key and from access tokens. */
export const SESSION_PREFIX = "lk_ops_";

/** The token of a new session. Only its hash is stored. */
export function mintSessionToken(): string {
  return SESSION_PREFIX + randomBytes(32).toString("base64url");
}

/** A fast hash suffices for 256 random bits. */
export function hashSessionToken(token: string): string {
  return hash("sha256", token, "base64url");
}
