import { hash } from "node:crypto";

/**
 * WebAuthn §13.4.3: the challenge that a passkey signs. It is derived from the CSRF token of the form, which no other browser, login
 * request or session has, so it needs no storage. A login request is accepted once, and a passkey added once: a response that was
 * used is of no use again.
 */
export function passkeyChallenge(purpose: "add" | "sign in", csrf: string): string {
  return hash("sha256", JSON.stringify(["passkey", purpose, csrf]), "base64url");
}
