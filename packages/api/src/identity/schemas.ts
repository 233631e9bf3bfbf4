/** Accounts of the built-in sign-in pages. */

import * as v from "valibot";
import { email, password, subject, webLink } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { claim, type StandardClaims } from "../standard-claims.ts";
import { hasMixedWord, isPlainText } from "../plain-text.ts";
import { isAffordableHash, MAX_HASH_WORK } from "./password-hash.ts";
import {
  distinct,
  flag,
  ignoredTimestamp,
  type JsonObject,
  formatted,
  integer,
  isObject,
  jsonObject,
  limit,
  label,
  listOf,
  longLabel,
  oneOf,
  seconds,
  stringOf,
  timestamp,
} from "../values.ts";

const accountAddress = named(
  "AccountAddress",
  "A postal address: OpenID Connect Core §5.1.1.",
  requestObject({
    formatted: optional(longLabel, "The whole address as on a label, with newlines between lines."),
    street_address: optional(longLabel, "Street, house number and the like."),
    locality: optional(label, "City or locality."),
    region: optional(label, "State, province, prefecture or region."),
    postal_code: optional(label, "The postal code."),
    country: optional(label, "The country."),
  }),
);

export interface AccountAddress extends ValueOf<typeof accountAddress> {}

/** What others see of a user: no word of it may look like another one. */
export const personName = v.pipe(
  label,
  v.check((name) => !hasMixedWord(name), "a name whose words each have letters of one script"),
);

const claims = {
  name: claim("name", personName),
  given_name: claim("given_name", personName),
  family_name: claim("family_name", personName),
  middle_name: claim("middle_name", personName),
  nickname: claim("nickname", personName),
  preferred_username: claim("preferred_username", personName, "; the username by default"),
  profile: claim("profile", webLink),
  picture: claim("picture", webLink),
  website: claim("website", webLink),
  email: claim("email", email),
  email_verified: claim("email_verified", flag),
  gender: claim("gender", label),
  birthdate: claim(
    "birthdate",
    formatted(/^\d{4}(-\d{2}-\d{2})?$/, "a date: YYYY-MM-DD, 0000-MM-DD or YYYY"),
  ),
  zoneinfo: claim(
    "zoneinfo",
    formatted(/^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)*$/, "a time zone such as Europe/Paris"),
  ),
  locale: claim(
    "locale",
    formatted(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/, "a language tag such as en-GB"),
  ),
  phone_number: claim(
    "phone_number",
    formatted(/^[+(]?[0-9][0-9 ()./;=A-Za-z-]*$/, "a phone number such as +1 (425) 555-1212"),
  ),
  phone_number_verified: claim("phone_number_verified", flag),
  address: claim("address", accountAddress),
  updated_at: claim("updated_at", seconds, "; set by the server unless given"),
} satisfies StandardClaims;

/** The names of the standard claims that an account can have. */
export const accountClaimNames: readonly string[] = Object.keys(claims);

/** Those that users can be permitted to change themselves: texts that need no verification. */
export const editableClaims = [
  "name",
  "given_name",
  "family_name",
  "middle_name",
  "nickname",
  "profile",
  "picture",
  "website",
  "gender",
  "birthdate",
  "zoneinfo",
  "locale",
] as const satisfies readonly (keyof typeof claims)[];

export type EditableClaim = (typeof editableClaims)[number];

export const accountClaims = named(
  "AccountClaims",
  "The standard claims of OpenID Connect Core §5.1.",
  requestObject(claims),
);

export interface AccountClaims extends ValueOf<typeof accountClaims> {}

/** What an account can be: in use, refused at every sign-in, or asked for a new password at the next one. */
export const accountStates = ["active", "disabled", "must_change_password"] as const;

const state = oneOf(accountStates);

const GROUPS = "a list of at most 100 different plain texts of 1 to 64 characters";
export const groups = v.pipe(
  distinct(
    listOf(
      v.pipe(
        stringOf(64, GROUPS),
        v.trim(),
        v.minLength(1, GROUPS),
        v.maxLength(64, GROUPS),
        v.check(isPlainText, GROUPS),
      ),
      GROUPS,
    ),
  ),
  limit<readonly string[]>((entries) => entries.length <= 100, GROUPS),
);

const MAX_ATTRIBUTES = 64;
const MAX_ATTRIBUTE_LENGTH = 4_096;
const MAX_ATTRIBUTES_LENGTH = 32_768;
const ATTRIBUTES =
  "a JSON object of at most 64 names (a letter, then up to 63 letters, digits, '.', '_' or '-'), each with JSON of at most 4096 characters, 32768 in all";

/** Facts of the operator, JSON under a name each. */
export const attributes = v.pipe(
  v.custom<JsonObject>(isObject, ATTRIBUTES),
  limit<JsonObject>(areBounded, ATTRIBUTES),
  v.metadata({ type: "object", additionalProperties: true }),
);

function areBounded(given: JsonObject): boolean {
  const entries = Object.entries(given);
  const texts = entries.map(([, value]) => JSON.stringify(value) ?? "");
  return (
    entries.length <= MAX_ATTRIBUTES &&
    entries.every(([name]) => /^[A-Za-z][\w.-]{0,63}$/.test(name)) &&
    texts.every((text) => text.length <= MAX_ATTRIBUTE_LENGTH && text.isWellFormed()) &&
    texts.every((text) => !text.includes(String.raw`\u0000`)) &&
    texts.join("").length <= MAX_ATTRIBUTES_LENGTH
  );
}

const PASSWORD_HASH =
  "a hash of bcrypt, or of scrypt, PBKDF2 or Argon2 in the PHC string format, of at most 512 characters";
const TOO_MUCH_WORK = `a hash that takes at most ${MAX_HASH_WORK} times the work of this server's own hashes: bcrypt with a cost of at most 14, Argon2 with m × t of at most 2490368, scrypt with N × r × p of at most 8388608, or PBKDF2 with at most 9600000 rounds of SHA-256 or 3200000 of SHA-512`;
const passwordHash = v.pipe(
  stringOf(512, PASSWORD_HASH),
  v.regex(/^\$(?:2[aby]|scrypt|pbkdf2-sha(?:256|512)|argon2id?)\$[\x21-\x7e]+$/, PASSWORD_HASH),
  limit(isAffordableHash, TOO_MUCH_WORK),
);

const endedAccess = named(
  "EndedAccess",
  "What was ended when an account was disabled. It stays ended when the account is enabled again.",
  v.object({
    ended_before: required(integer, "Unix seconds: everything that was requested before."),
    ended: required(
      v.record(v.string(), integer),
      "How many, by kind: `login_sessions`, `grants` (with their codes, refresh tokens and access tokens), `access_tokens` (those that belong to no grant), and others.",
    ),
    complete: required(
      v.boolean(),
      "Whether all of it was counted. Otherwise a server goes on removing what is refused already.",
    ),
  }),
);

export const account = named(
  "Account",
  "A user of the built-in sign-in pages. The password is never returned.",
  v.object({
    username: required(v.string(), "What the user types to sign in, in lower case."),
    subject: required(v.string(), "The user's `sub` in tokens. It never changes."),
    state: required(
      state,
      "`disabled` accounts cannot sign in, and have no access; `must_change_password` asks for a new password at the next sign-in.",
    ),
    claims: required(
      accountClaims,
      "What clients may learn about the user, each by its scope. An address with `email_verified` belongs to this account alone, and signs in as the username does.",
    ),
    groups: required(groups, "The groups of the user."),
    attributes: required(attributes, "Facts of your own, JSON under a name each."),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    ended_access: optional(
      endedAccess,
      "Of a disabled account that is read or changed alone: what was ended with it.",
    ),
  }),
);

export interface Account extends ValueOf<typeof account> {}

export const accountFactor = named(
  "AccountFactor",
  "What a user signs in with beside the password. Its secret is never returned.",
  v.object({
    id: required(v.string(), "Identifies it."),
    kind: required(
      v.picklist(["totp", "passkey"]),
      "`totp`: an authenticator app, with its recovery codes. `passkey`: WebAuthn.",
    ),
    name: required(v.string(), "As the user named it; empty where they did not."),
    created_at: required(timestamp, "When it was added, in RFC 3339."),
    last_used_at: required(
      v.nullable(timestamp),
      "When the user last signed in with it; null where they have not.",
    ),
  }),
);

export interface AccountFactor extends ValueOf<typeof accountFactor> {}

export const accountInput = named(
  "AccountInput",
  "What create and update take. Create requires `username`, and `password` or `password_hash`; an update leaves alone what is not given, and `claims`, `groups` and `attributes` are each replaced as a whole.",
  requestObject({
    username: optional(label, "What the user types to sign in; case does not matter."),
    subject: optional(subject, "Set by the server; an update may repeat it."),
    state: optional(state, "`active` by default. Disabling ends all access of the user."),
    claims: optional(
      accountClaims,
      "What clients may learn about the user, each by its scope. That an address is verified stays known until the address changes or `email_verified` is false.",
    ),
    groups: optional(groups, "The groups of the user."),
    attributes: optional(attributes, "Facts of your own, JSON under a name each."),
    created_at: optional(
      ignoredTimestamp,
      "Set by the server; ignored, so that an account can be sent back.",
    ),
    ended_access: optional(jsonObject, "Set by the server; ignored, for the same reason."),
    password: optional(password, "From 8 to 1024 characters."),
    password_hash: optional(
      passwordHash,
      "A hash that another server made of the password, in place of it: bcrypt (`$2b$…`), or scrypt, PBKDF2 or Argon2 in the PHC string format (`$scrypt$…`). The first sign-in replaces it.",
    ),
  }),
  {
    username: "alice",
    password: "correct horse battery staple",
    claims: {
      name: "Alice Liddell",
      email: "alice@wonderland.example",
      email_verified: true,
      address: { locality: "Oxford", country: "GB" },
    },
    groups: ["staff"],
    attributes: { employee_number: 4711 },
  },
);

export interface AccountInput extends ValueOf<typeof accountInput> {}

export const accountExport = named(
  "AccountExport",
  "What the server stores about a user.",
  v.object({
    account: required(account, "The account, without its password."),
    records: required(
      v.record(v.string(), v.array(v.unknown())),
      "Everything else, by kind: login sessions, consents, and what features store.",
    ),
  }),
);

export interface AccountExport extends ValueOf<typeof accountExport> {}

export const accountErasure = named(
  "AccountErasure",
  "What ended with an account.",
  v.object({
    username: required(v.string(), "The username, which is free again."),
    subject: required(v.string(), "The subject, which no account has any more."),
    ended: required(
      v.record(v.string(), integer),
      "How many records of each kind were deleted or revoked.",
    ),
  }),
);

export interface AccountErasure extends ValueOf<typeof accountErasure> {}
