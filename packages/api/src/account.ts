/** Accounts of the built-in sign-in pages. */

import * as v from "valibot";
import { email, password, subject, webLink } from "./formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "./objects.ts";
import { claim, type StandardClaims } from "./standard-claims.ts";
import {
  flag,
  ignoredTimestamp,
  formatted,
  label,
  longLabel,
  seconds,
  timestamp,
} from "./values.ts";

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

const claims = {
  name: claim("name", label),
  given_name: claim("given_name", label),
  family_name: claim("family_name", label),
  middle_name: claim("middle_name", label),
  nickname: claim("nickname", label),
  preferred_username: claim("preferred_username", label, "; the username by default"),
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

export const accountClaims = named(
  "AccountClaims",
  "The standard claims of OpenID Connect Core §5.1.",
  requestObject(claims),
);

export interface AccountClaims extends ValueOf<typeof accountClaims> {}

export const account = named(
  "Account",
  "A user of the built-in sign-in pages. The password is never returned.",
  v.object({
    username: required(v.string(), "What the user types to sign in, in lower case."),
    subject: required(v.string(), "The user's `sub` in tokens. It never changes."),
    claims: required(accountClaims, "What clients may learn about the user, each by its scope."),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
  }),
);

export interface Account extends ValueOf<typeof account> {}

export const accountInput = named(
  "AccountInput",
  "What create and update take. Create requires `username` and `password`; an update leaves alone what is not given, and `claims` replaces all claims.",
  requestObject({
    username: optional(label, "What the user types to sign in; case does not matter."),
    subject: optional(subject, "Set by the server; an update may repeat it."),
    claims: optional(accountClaims, "What clients may learn about the user, each by its scope."),
    created_at: optional(
      ignoredTimestamp,
      "Set by the server; ignored, so that an account can be sent back.",
    ),
    password: optional(password, "From 8 to 1024 characters."),
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
  },
);

export interface AccountInput extends ValueOf<typeof accountInput> {}
