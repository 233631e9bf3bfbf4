/** The people who may sign in. Where they are kept is the implementer's business. */
export interface Accounts {
  /**
   * Undefined when there is no such person or the password is another; it should take equally long to say either. The
   * address is where the request came from, if that is known.
   */
  authenticate(
    username: string,
    password: string,
    address?: string,
  ): Promise<Profile | Busy | undefined>;
  /** Undefined when the account is gone, or closed. */
  profile(subject: string): Promise<Profile | undefined>;
}

/** The password was not checked, because too many are being checked already. */
export interface Busy {
  /** Seconds. */
  readonly retry_after: number;
}

/** A person: `subject` never changes, the rest are the claims of OpenID Connect Core §5.1. */
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
