import { randomInt } from "node:crypto";
import { USER_CODE_ALPHABET, USER_CODE_LENGTH } from "./rules/user-code.ts";
import type { Signer } from "../../crypto/signer.ts";

/** A new user code, without its dash. */
export function mintUserCode(): string {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_ALPHABET.charAt(randomInt(USER_CODE_ALPHABET.length)),
  );
  return letters.join("");
}

/** What a user code is stored and found by: its MACs in base64url under every system secret, the newest first. */
export function userCodeMacs(signer: Signer, user_code: string): readonly string[] {
  return signer.macs("user_code", user_code);
}
