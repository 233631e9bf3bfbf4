/** Usernames: PRECIS (RFC 8264), with the profile UsernameCaseMapped of RFC 8265 §3.3 without its mapping of widths. */

import { isPlainText, mixesScripts } from "../plain-text.ts";

/**
 * The form in which usernames are stored and looked up: case, and the ways in which an accent can be encoded, must not keep a user from
 * signing in.
 */
export function normalizeUsername(typed: string): string {
  // Lower case may have another composition.
  return typed.normalize("NFC").trim().toLowerCase().normalize("NFC");
}

/**
 * The username that a new account gets; undefined for what cannot be one because users might take it for another: nothing is hidden in
 * it, no character is a variant of another one, and letters are of one script, in an address those of each of its parts.
 */
export function readUsername(typed: string): string | undefined {
  const username = normalizeUsername(typed);
  const isFit =
    username.length <= MAX_LENGTH &&
    FORM.test(username) &&
    isPlainText(username) &&
    username.normalize("NFKC") === username &&
    !partsOf(username).some(mixesScripts);
  return isFit ? username : undefined;
}

/** What a username must be, as the end of "The field … must be …". */
export const USERNAME =
  "a username of 1 to 255 characters: letters of one script, digits, and the signs of ASCII, with single spaces between words, and nothing that cannot be seen";

const MAX_LENGTH = 255;
/** RFC 8264 §9: the classes ASCII7 and LetterDigits. RFC 8265 §3.5: words are separated by single spaces. */
const WORD = String.raw`[\x21-\x7e\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Nd}\p{Mn}\p{Mc}]+`;
const FORM = new RegExp(`^(?!\\p{M})${WORD}(?: ${WORD})*$`, "u");

/** The local part of an address and the labels of its domain are written in different scripts. */
function partsOf(username: string): readonly string[] {
  const at = username.lastIndexOf("@");
  return at === -1 ? [username] : [username.slice(0, at), ...username.slice(at + 1).split(".")];
}
