import type { AccountClaims } from "@latchkey/api";
import { bodyOf } from "../../components/forms/draft.ts";

type AddressPart = keyof NonNullable<AccountClaims["address"]>;

/** A standard claim in the form. A part of the postal address is written `address.locality`. */
export interface ClaimField {
  readonly name: Exclude<keyof AccountClaims, "address" | "updated_at"> | `address.${AddressPart}`;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: "text" | "lines" | "boolean";
}

/** Claims that are edited together. */
export interface ClaimGroup {
  readonly title: string;
  /** The scope by which clients get them: OpenID Connect Core §5.4. */
  readonly scope: string;
  /** Whether it is folded away until one of its claims is set. */
  readonly advanced: boolean;
  readonly fields: readonly ClaimField[];
}

/** Every standard claim except `updated_at`, which the server sets. */
export const claimGroups: readonly ClaimGroup[] = [
  {
    title: "Name",
    scope: "profile",
    advanced: false,
    fields: [
      { name: "name", label: "Full name" },
      { name: "given_name", label: "First names" },
      { name: "family_name", label: "Last names" },
      { name: "middle_name", label: "Middle names" },
      { name: "nickname", label: "Nickname" },
      {
        name: "preferred_username",
        label: "Preferred username",
        hint: "The name in apps; the username by default.",
      },
    ],
  },
  {
    title: "Email",
    scope: "email",
    advanced: false,
    fields: [
      { name: "email", label: "Email address" },
      {
        name: "email_verified",
        label: "The email address is verified",
        hint: "You have checked that it is the user\u2019s.",
        kind: "boolean",
      },
    ],
  },
  {
    title: "Phone",
    scope: "phone",
    advanced: true,
    fields: [
      { name: "phone_number", label: "Phone number", hint: "Such as +1 (425) 555-1212." },
      {
        name: "phone_number_verified",
        label: "The phone number is verified",
        hint: "You have checked that it is the user\u2019s.",
        kind: "boolean",
      },
    ],
  },
  {
    title: "Postal address",
    scope: "address",
    advanced: true,
    fields: [
      { name: "address.street_address", label: "Street address", kind: "lines" },
      { name: "address.locality", label: "City" },
      { name: "address.region", label: "State or region" },
      { name: "address.postal_code", label: "Postal code" },
      { name: "address.country", label: "Country" },
      {
        name: "address.formatted",
        label: "The whole address",
        hint: "As on a label.",
        kind: "lines",
      },
    ],
  },
  {
    title: "Profile",
    scope: "profile",
    advanced: true,
    fields: [
      { name: "profile", label: "Profile page", hint: "The URL of a page about the user." },
      { name: "picture", label: "Picture", hint: "The URL of a picture." },
      { name: "website", label: "Website" },
      { name: "gender", label: "Gender" },
      { name: "birthdate", label: "Date of birth", hint: "YYYY-MM-DD, 0000-MM-DD or YYYY." },
      { name: "zoneinfo", label: "Time zone", hint: "Such as Europe/Paris." },
      { name: "locale", label: "Language", hint: "Such as en-GB." },
    ],
  },
];

/** The value of a claim; undefined where the account has none. */
export function claimOf(claims: AccountClaims, { name }: ClaimField): string | boolean | undefined {
  const [first = "", part] = name.split(".");
  const value: unknown = Reflect.get(claims, first);
  const found: unknown = part === undefined ? value : Reflect.get(Object(value), part);
  return typeof found === "string" || typeof found === "boolean" ? found : undefined;
}

/** The claims with another value. An empty text and an empty address are left out. */
export function withClaim(
  claims: AccountClaims,
  { name }: ClaimField,
  value: string | boolean,
): AccountClaims {
  const [first = "", part] = name.split(".");
  if (part === undefined) return withProperty(claims, first, value);
  const address = withProperty(claims.address ?? {}, part, value);
  return withProperty(claims, "address", Object.keys(address).length === 0 ? "" : address);
}

function withProperty<Value extends object>(
  target: Value,
  name: string,
  value: string | boolean | object,
): Value {
  const copy = { ...target };
  if (value === "" || value === false) Reflect.deleteProperty(copy, name);
  else Reflect.set(copy, name, value);
  return copy;
}

/** The claims of a request, which replace all claims. The server sets `updated_at` where it is left out. */
export function claimsToSave({ updated_at: _before, address, ...claims }: AccountClaims) {
  return bodyOf({ ...claims, ...(address !== undefined && { address: bodyOf(address) }) });
}

/** Whether the account has one of the claims of a group. */
export function hasClaims(claims: AccountClaims, { fields }: ClaimGroup): boolean {
  return fields.some((field) => claimOf(claims, field) !== undefined);
}
