/** The user accounts, however they are stored. */
export interface Accounts {
  /**
   * Undefined if the username is unknown or the password is wrong. Both cases must take equally long, or response times
   * reveal which usernames exist. `address` is the network address of the request, if known.
   */
  authenticate(
    username: string,
    password: string,
    address?: string,
  ): Promise<Profile | Busy | undefined>;
  /** Undefined if the account was deleted or disabled. */
  profile(subject: string): Promise<Profile | undefined>;
}

/** The password was not checked because too many checks are queued. */
export interface Busy {
  /** Seconds. */
  readonly retry_after: number;
}

/** A user: the immutable `subject`, and the standard claims of OpenID Connect Core §5.1. */
export interface Profile {
  readonly subject: string;
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly middle_name?: string;
  readonly nickname?: string;
  readonly preferred_username?: string;
  readonly profile?: string;
  readonly picture?: string;
  readonly website?: string;
  readonly gender?: string;
  readonly birthdate?: string;
  readonly zoneinfo?: string;
  readonly locale?: string;
  readonly updated_at?: number;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly address?: Readonly<Record<string, string>>;
  readonly phone_number?: string;
  readonly phone_number_verified?: boolean;
}
