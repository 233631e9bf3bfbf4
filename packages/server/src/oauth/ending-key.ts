/** What the list of ended tokens says of JWT access tokens: by keys that follow from their claims. */

import { hash } from "node:crypto";

/** What a token belongs to, and what everything of can be ended. */
export type EndingKind = "subject" | "client" | "grant" | "audience";

const KEY_BYTES = 16;

/**
 * Under which id a JWT is listed that belongs to no grant: by the bytes that its `jti` begins with, as that of a grant begins with
 * the id of the grant.
 */
export function endingIdOf(jti: string): string {
  return Buffer.from(jti.slice(0, 22), "base64url").toString("base64url", 0, KEY_BYTES);
}

/** By what the JWTs of a trusted issuer's assertions are listed while it is disabled, as if they were of one grant. */
export function endingIdOfIssuer(id: string): string {
  return `trusted_issuer:${id}`;
}

/**
 * The key of a value. It is not readable, but for a value that can be guessed it can be checked: who holds a token can compute
 * it, and no one else needs to. `@latchkey/protect` computes the same.
 */
export function endingKey(kind: EndingKind, value: string): string {
  return hash("sha256", `${kind}:${value}`, "buffer").toString("base64url", 0, KEY_BYTES);
}
