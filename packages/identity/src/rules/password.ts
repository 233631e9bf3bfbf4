import { type AccountClaims, MIN_PASSWORD_LENGTH } from "@latchkey/api";
import type { PasswordRefusal } from "@latchkey/sign-in";
import { commonPasswords } from "./common-passwords.ts";

export const MAX_PASSWORD_LENGTH = 1_024;
/** Shorter names are parts of too many words. */
const SHORTEST_NAME = 4;

/** An account, as far as a password is judged by it. */
export interface NamedAccount {
  readonly username: string;
  readonly profile: Pick<AccountClaims, "name" | "email">;
}

/**
 * Why a password that a user chose is refused: NIST SP 800-63B §3.1.1.2 asks for a length and a list, and for no rules about kinds of
 * characters. Names of the user are known to who guesses. Whatever sets a password asks this.
 */
export function judgePassword(
  password: string,
  { username, profile }: NamedAccount,
): Exclude<PasswordRefusal, "same"> | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) return "too_short";
  if (password.length > MAX_PASSWORD_LENGTH) return "too_long";
  const plain = password.normalize("NFKC").toLowerCase();
  if (isRepetition(plain) || commonPasswords.has(plain)) return "common";
  // `Summer2026!` is no better than `summer`: what is put at the end of a common word does not count.
  if (commonPasswords.has(plain.replace(/[!?.*#$@_-]+$/, ""))) return "common";
  const names = [username, profile.name, profile.email];
  const known = names.flatMap((name) => (name === undefined ? [] : partsOf(name)));
  const rest = known.reduce((left, part) => left.replaceAll(part, ""), plain);
  return rest.length < plain.length && rest.length < MIN_PASSWORD_LENGTH ? "personal" : undefined;
}

/** One to three characters again and again. */
function isRepetition(text: string): boolean {
  return /^(.{1,3})\1+.{0,2}$/su.test(text);
}

function partsOf(name: string): string[] {
  const plain = name.normalize("NFKC").toLowerCase();
  const parts = [plain, ...plain.split(/[\s@.+_-]+/)];
  return parts
    .filter((part) => part.length >= SHORTEST_NAME)
    .toSorted((one, other) => other.length - one.length);
}
