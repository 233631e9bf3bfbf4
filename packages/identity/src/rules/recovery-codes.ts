import { hash } from "node:crypto";
import { base32 } from "./totp.ts";

/** How many codes a user gets. */
export const RECOVERY_CODES = 10;

/** 80 bits: too many to guess even for who has the hashes, so that a fast hash is enough. */
export const RECOVERY_CODE_BYTES = 10;

/** A code as it is shown: `abcd-efgh-ijkl-mnop`. */
export function writeRecoveryCode(random: Uint8Array): string {
  return base32(random).toLowerCase().match(/.{4}/g)?.join("-") ?? "";
}

/** What is stored of a code, in base64url; undefined for what no code looks like. Case and what is between the letters do not matter. */
export function hashRecoveryCode(code: string, subject: string): string | undefined {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, "");
  if (!/^[a-z2-7]{16}$/.test(letters)) return undefined;
  return hash("sha256", JSON.stringify(["recovery code", subject, letters]), "base64url");
}
