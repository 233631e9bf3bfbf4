import type { AccountClaims } from "@latchkey/api";

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
export interface Profile extends AccountClaims {
  readonly subject: string;
}
