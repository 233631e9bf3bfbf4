/** RFC 8628 §6.1: user codes, which users read on one device and type on another. */

/**
 * Consonants only, so that no word can appear, and no letter that is mistaken for a digit. Eight of them have 34.5 bits:
 * enough when guesses are limited (§5.1).
 */
export const USER_CODE_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";

/** Without the dash. */
export const USER_CODE_LENGTH = 8;

/** Characters of the input that are read: far more than a code. */
const MAX_INPUT = 64;

/** The code as it is displayed: `WDJB-MJHT`. */
export function formatUserCode(user_code: string): string {
  const half = USER_CODE_LENGTH / 2;
  return `${user_code.slice(0, half)}-${user_code.slice(half)}`;
}

/**
 * §6.1: the code in what a user typed, in upper case and without the dash, spaces and other characters. Full-width letters of
 * Japanese and Chinese keyboards are letters too. Undefined when it cannot be a code.
 */
export function parseUserCode(input: string): string | undefined {
  const typed = input.slice(0, MAX_INPUT).normalize("NFKC").toUpperCase();
  const letters = Array.from(typed).filter((character) => /[\p{L}\p{N}]/u.test(character));
  const isCode =
    letters.length === USER_CODE_LENGTH &&
    letters.every((letter) => USER_CODE_ALPHABET.includes(letter));
  return isCode ? letters.join("") : undefined;
}
