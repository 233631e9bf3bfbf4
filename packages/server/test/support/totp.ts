import { totpAt } from "../../../identity/src/rules/totp.ts";

/** The code of an authenticator app at a time in unix seconds; now, if none is given. */
export function codeOf(secret: Buffer, now = Date.now() / 1000): string {
  return totpAt(secret, Math.floor(now / 30));
}

/** RFC 4648 §6: the secret from the key that users type. */
export function decodeKey(typed: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(typed.replaceAll(" ", ""), (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
