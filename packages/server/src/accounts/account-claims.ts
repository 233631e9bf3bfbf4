/** OpenID Connect Core §5.1: the standard claims of an account, as an operator sets them. */

import type { AccountAddress, AccountClaims } from "@latchkey/api";
import { flag, type Kind, seconds, text } from "../interaction/json-kinds.ts";
import { readMembers } from "../interaction/json-members.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { ok, type Result } from "../oauth/result.ts";
import { label, webUri } from "../workspace/input-kinds.ts";
import { readInput } from "../workspace/read-input.ts";

/** Parses claims. The error names the claim that is unknown or invalid. */
export function readAccountClaims(claims: unknown): Result<AccountClaims, OAuthError> {
  const read = readInput(claims, kinds);
  return read.ok ? ok(read.value) : read;
}

/** A text that matches a pattern. */
function formed(expected: string, form: RegExp): Kind<string> {
  return {
    expected,
    read(value) {
      const read = label.read(value);
      return read !== undefined && form.test(read) ? read : undefined;
    },
  };
}

const lines: Kind<string> = {
  expected: "a text of 1 to 2000 characters",
  read(value) {
    const read = text.read(value)?.trim() ?? "";
    return read !== "" && read.length <= 2_000 ? read : undefined;
  },
};

/** §5.1.1. */
const addressKinds = {
  formatted: lines,
  street_address: lines,
  locality: label,
  region: label,
  postal_code: label,
  country: label,
} as const satisfies { readonly [Name in keyof AccountAddress]: Kind<string> };

const address: Kind<AccountAddress> = {
  expected: `an object with some of: ${Object.keys(addressKinds).join(", ")}`,
  read(value) {
    const read = readMembers(value, addressKinds);
    return read.ok ? read.value : undefined;
  },
};

const kinds = {
  name: label,
  given_name: label,
  family_name: label,
  middle_name: label,
  nickname: label,
  preferred_username: label,
  profile: webUri,
  picture: webUri,
  website: webUri,
  email: formed("an email address", /^[^@\s]+@[^@\s]+$/),
  email_verified: flag,
  gender: label,
  birthdate: formed("a date: YYYY-MM-DD, 0000-MM-DD or YYYY", /^\d{4}(-\d{2}-\d{2})?$/),
  zoneinfo: formed("a time zone such as Europe/Paris", /^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)*$/),
  locale: formed("a language tag such as en-GB", /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/),
  phone_number: formed(
    "a phone number such as +1 (425) 555-1212",
    /^[+(]?[0-9][0-9 ()./;=A-Za-z-]*$/,
  ),
  phone_number_verified: flag,
  address,
  updated_at: seconds,
} as const satisfies { readonly [Name in keyof AccountClaims]: Kind<AccountClaims[Name]> };

/** The names of the standard claims that an account can have. */
export const accountClaimNames: readonly string[] = Object.keys(kinds);
