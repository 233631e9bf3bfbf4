/** The claims of OpenID Connect Core §5.1, and whatever the consent provider added. */
export interface UserinfoResponse {
  /** Who it is, as this client knows them. */
  readonly sub: string;
  /** The full name. */
  readonly name?: string;
  /** The given name. */
  readonly given_name?: string;
  /** The family name. */
  readonly family_name?: string;
  /** The middle name. */
  readonly middle_name?: string;
  /** What friends say. */
  readonly nickname?: string;
  /** What the person wants to be called here. */
  readonly preferred_username?: string;
  /** The address of their profile page. */
  readonly profile?: string;
  /** The address of their picture. */
  readonly picture?: string;
  /** The address of their own site. */
  readonly website?: string;
  /** The email address. */
  readonly email?: string;
  /** Whether the email address is known to be theirs. */
  readonly email_verified?: boolean;
  /** The gender. */
  readonly gender?: string;
  /** The birthday, as `YYYY-MM-DD`. */
  readonly birthdate?: string;
  /** The time zone, such as `Europe/Paris`. */
  readonly zoneinfo?: string;
  /** The language, such as `en-GB`. */
  readonly locale?: string;
  /** The telephone number. */
  readonly phone_number?: string;
  /** Whether the telephone number is known to be theirs. */
  readonly phone_number_verified?: boolean;
  /** When any of this changed last, in Unix seconds. */
  readonly updated_at?: number;
  readonly [claim: string]: unknown;
}
