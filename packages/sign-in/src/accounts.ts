import type { AccountClaims } from "@latchkey/api";

/** The user accounts, however they are stored. */
export interface Accounts {
  /**
   * Undefined if the name is unknown, the password is wrong or the account is disabled. All cases must take equally long, or
   * response times reveal which names exist. `address` is the network address of the request, if known.
   */
  authenticate(
    username: string,
    password: string,
    address?: string,
  ): Promise<Profile | MustChangePassword | Busy | undefined>;
  /** Undefined if the account was deleted or disabled. */
  profile(subject: string): Promise<Profile | undefined>;
  /**
   * Sets the password that a user chose, and ends what `must_change_password` asked. Undefined if it was accepted, `gone` if the
   * account is not there any more. Needed where `authenticate` may ask for another password.
   */
  choosePassword?(subject: string, password: string): Promise<PasswordRefusal | "gone" | undefined>;
}

/** Why a password that a user chose is not accepted. */
export type PasswordRefusal = "too_short" | "too_long" | "common" | "personal" | "same";

/** The password was right, and the user has to choose another one before they are signed in. */
export interface MustChangePassword {
  readonly must_change_password: Profile;
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
