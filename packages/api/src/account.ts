/** Somebody who can sign in on the built-in pages. The password is never told. */
export interface Account {
  /** What they type to sign in, in lower case. */
  readonly username: string;
  /** Who they are in tokens: an id that never changes. */
  readonly subject: string;
  /** What clients may learn about them, each by the scope that asks for it. */
  readonly claims: AccountClaims;
  /** When it was created, in RFC 3339. */
  readonly created_at: string;
}

/**
 * What create and update take. Create asks for `username` and `password`; an update leaves alone what is not given, and
 * `claims` replaces all claims.
 * @example {"username": "alice", "password": "correct horse battery staple", "claims": {"name": "Alice Liddell", "email": "alice@wonderland.example", "email_verified": true, "address": {"locality": "Oxford", "country": "GB"}}}
 */
export interface AccountInput extends Partial<
  Pick<Account, "username" | "subject" | "claims" | "created_at">
> {
  /** From 8 to 1024 characters. */
  readonly password?: string;
}

/** The standard claims of OpenID Connect Core §5.1. */
export interface AccountClaims {
  /** The full name. */
  readonly name?: string;
  /** The first name or names. */
  readonly given_name?: string;
  /** The last name or names. */
  readonly family_name?: string;
  /** The names in between. */
  readonly middle_name?: string;
  /** What friends say. */
  readonly nickname?: string;
  /** What they want to be called in an app; the username by default. */
  readonly preferred_username?: string;
  /** The URL of a page about them. */
  readonly profile?: string;
  /** The URL of a picture of them. */
  readonly picture?: string;
  /** The URL of a page or blog of theirs. */
  readonly website?: string;
  /** The email address. */
  readonly email?: string;
  /** Whether the email address is known to be theirs. */
  readonly email_verified?: boolean;
  /** `female`, `male` or another word. */
  readonly gender?: string;
  /** `YYYY-MM-DD`, `0000-MM-DD` without the year, or `YYYY` alone. */
  readonly birthdate?: string;
  /** A time zone: `Europe/Paris`. */
  readonly zoneinfo?: string;
  /** A language and region: `en-GB`. */
  readonly locale?: string;
  /** The phone number, best as in E.164: `+1 (425) 555-1212`. */
  readonly phone_number?: string;
  /** Whether the phone number is known to be theirs. */
  readonly phone_number_verified?: boolean;
  /** The postal address. */
  readonly address?: AccountAddress;
  /** When the claims last changed, in unix seconds; noted by the server unless given. */
  readonly updated_at?: number;
}

/** A postal address: OpenID Connect Core §5.1.1. */
export interface AccountAddress {
  /** All of it, as on a label. Lines are parted by newlines. */
  readonly formatted?: string;
  /** Street, house number and the like. */
  readonly street_address?: string;
  /** City or locality. */
  readonly locality?: string;
  /** State, province, prefecture or region. */
  readonly region?: string;
  /** The postal code. */
  readonly postal_code?: string;
  /** The country. */
  readonly country?: string;
}
