import { err, ok, type Result } from "@latchkey/server/feature/rules";
import { hasMixedWord, isPlainText, readUsername, replaceHidden } from "@latchkey/api";
const MAX_NAME_LENGTH = 255;
/**
 * Letters and digits in compatibility form, with single separators between them. No `@`: a username that is the address of another
 * user would be found before the account that has the address.
 */
const USERNAME = /^[\p{L}\p{M}\p{N}]+(?:[._-][\p{L}\p{M}\p{N}]+)*$/u;
const MIN_USERNAME_LENGTH = 2;
const MAX_USERNAME_LENGTH = 64;

/** The username that a user chose, as it is stored. Undefined for what cannot be one. */
export function readChosenUsername(typed: string): string | undefined {
  const username = readUsername(typed.normalize("NFKC")) ?? "";
  const isFit = username.length >= MIN_USERNAME_LENGTH && username.length <= MAX_USERNAME_LENGTH;
  return isFit && USERNAME.test(username) ? username : undefined;
}

/** The name of a user, on one line, without what is hidden in it. */
export function readName(typed: string): Result<string, "name_missing" | "name_malformed"> {
  const name = replaceHidden(typed, () => " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  if (name === "") return err("name_missing");
  const isFit = name.length <= MAX_NAME_LENGTH && isPlainText(name) && !hasMixedWord(name);
  return isFit ? ok(name) : err("name_malformed");
}
