import { randomBytes } from "node:crypto";
import { hashGeneratedSecret } from "./client-secret.ts";

/** A new initial access token, with which clients can register: RFC 7591 §3. */
export function mintInitialAccessToken(): string {
  return `lk_iat_${randomBytes(32).toString("base64url")}`;
}

/** A new registration access token, with which a client manages itself: RFC 7592 §3. */
export function mintRegistrationAccessToken(): string {
  return `lk_rat_${randomBytes(32).toString("base64url")}`;
}

/** How either is stored. */
export function hashRegistrationToken(token: string): string {
  return hashGeneratedSecret(token);
}
