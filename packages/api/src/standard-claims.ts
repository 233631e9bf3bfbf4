/** OpenID Connect Core §5.1: the standard claims about a user. */

import type * as v from "valibot";
import { optional } from "./objects.ts";

const meanings = {
  name: "The full name.",
  given_name: "The first name or names.",
  family_name: "The last name or names.",
  middle_name: "The middle name or names.",
  nickname: "The nickname.",
  preferred_username: "The name the user wants to have in an app.",
  profile: "The URL of a page about the user.",
  picture: "The URL of a picture of the user.",
  website: "The URL of the user's website or blog.",
  email: "The email address.",
  email_verified: "Whether the email address is known to be the user's.",
  gender: "`female`, `male` or another word.",
  birthdate: "`YYYY-MM-DD`, `0000-MM-DD` without the year, or `YYYY` alone.",
  zoneinfo: "A time zone: `Europe/Paris`.",
  locale: "A language and region: `en-GB`.",
  phone_number: "The phone number, preferably as in E.164: `+1 (425) 555-1212`.",
  phone_number_verified: "Whether the phone number is known to be the user's.",
  address: "The postal address.",
  updated_at: "When the claims last changed, in Unix seconds.",
} as const;

type StandardClaim = keyof typeof meanings;

/** A schema for each standard claim: one that is left out does not compile. */
export type StandardClaims = Readonly<Record<StandardClaim, v.GenericSchema>>;

/** A standard claim, which may be absent. `addition` is what else applies to it where it is used. */
export function claim<const Schema extends v.GenericSchema>(
  name: StandardClaim,
  schema: Schema,
  addition = "",
) {
  return optional(schema, meanings[name].replace(/\.$/, `${addition}.`));
}
