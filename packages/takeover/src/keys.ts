import { hash } from "node:crypto";
import type { HandleUse, TokenUse } from "./taken-store.ts";

/** The key of a code or token: `signature` is what the source stored of it, which may be a digest already. */
export function tokenKey(use: TokenUse, signature: string): Uint8Array {
  return digest(`${use}\0${signature}`);
}

/** The key of a challenge or verifier. */
export function handleKey(use: HandleUse, text: string): Uint8Array {
  return digest(`${use}\0${text}`);
}

/** The SHA-256 of a text. */
export function digest(text: string): Uint8Array {
  return hash("sha256", text, "buffer");
}
