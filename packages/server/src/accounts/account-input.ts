import type { AccountClaims } from "@latchkey/api";
import { type Kind, subject, text } from "../interaction/json-kinds.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { ok, type Result } from "../oauth/result.ts";
import { label } from "../workspace/input-kinds.ts";
import { contradicts, readInput, unacceptable } from "../workspace/read-input.ts";
import { readAccountClaims } from "./account-claims.ts";

/** An account that is to be made. */
export interface NewAccountInput {
  readonly username: string;
  readonly password: string;
  readonly claims?: AccountClaims;
}

/** What changes of an account. */
export interface AccountChange {
  readonly password: string | undefined;
  /** All of them, in place of those before. */
  readonly claims: AccountClaims | undefined;
}

/** What of an account never changes. */
interface PresentAccount {
  readonly username: string;
  readonly subject: string;
}

/** A password: long enough not to be guessed at once, short enough to be hashed. */
const password: Kind<string> = {
  expected: "a text of 8 to 1024 characters",
  read(value) {
    const read = text.read(value);
    return read !== undefined && read.length >= 8 && read.length <= 1_024 ? read : undefined;
  },
};

/** Nobody should be locked out by a capital letter or by an accent typed another way. */
export function normalizeUsername(username: string): string {
  return username.normalize("NFC").trim().toLowerCase();
}

/** Reads the account that a body describes. */
export function readNewAccount(body: unknown): Result<NewAccountInput, OAuthError> {
  const read = readBody(body);
  if (!read.ok) return read;
  const { username, password: secret, claims } = read.value;
  if (username === undefined) return unacceptable("The account needs a username.");
  if (secret === undefined) return unacceptable("The account needs a password.");
  if (read.value.subject !== undefined) {
    return unacceptable("The subject of an account is made by the server.");
  }
  return ok({ username, password: secret, ...(claims && { claims }) });
}

/** Reads what a body changes of an account. Its names may be repeated, and nothing else. */
export function readAccountChange(
  body: unknown,
  present: PresentAccount,
): Result<AccountChange, OAuthError> {
  const read = readBody(body);
  if (!read.ok) return read;
  const { username, password: secret, claims } = read.value;
  const named = username === undefined ? undefined : normalizeUsername(username);
  if (contradicts(named, present.username)) {
    return unacceptable("The username of an account cannot be changed.");
  }
  if (contradicts(read.value.subject, present.subject)) {
    return unacceptable("The subject of an account cannot be changed.");
  }
  return ok({ password: secret, claims });
}

function readBody(body: unknown) {
  const read = readInput(body, members);
  if (!read.ok) return read;
  const { claims: given, ...rest } = read.value;
  if (given === undefined) return ok({ ...rest, claims: undefined });
  const claims = readAccountClaims(given);
  return claims.ok ? ok({ ...rest, claims: claims.value }) : claims;
}

/** Read as what it is by `readAccountClaims`, which names the claim that is not. */
const anything: Kind<unknown> = { expected: "an object", read: (value) => value };

const members = {
  username: label,
  subject,
  password,
  claims: anything,
  created_at: text, // So that an account can be read and written back.
} as const;
