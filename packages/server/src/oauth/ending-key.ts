/** What the list of ended tokens says of JWT access tokens: by keys that follow from their claims. */

import { hash } from "node:crypto";

/** What a token belongs to, and what everything of can be ended. */
export type EndingKind = "subject" | "client" | "grant" | "audience";

const KEY_BYTES = 16;

/**
 * The key of a value. It is not readable, but for a value that can be guessed it can be checked: who holds a token can compute
 * it, and no one else needs to. `@latchkey/protect` computes the same.
 */
export function endingKey(kind: EndingKind, value: string): string {
  return hash("sha256", `${kind}:${value}`, "buffer").toString("base64url", 0, KEY_BYTES);
}
