import type { SignInLimit } from "@latchkey/api";

/**
 * Limits password guessing, by account and by address. The pages call it around every password check; where the failures are
 * counted is up to the implementation (`@latchkey/server` counts them in its database, for all processes together).
 */
export interface SignInThrottle {
  /**
   * Resolves to the seconds to wait, 0 if the attempt may proceed. An attempt that may proceed counts as failed until
   * `succeed` or `withdraw` is called, so that a hundred concurrent attempts count as a hundred. Attempts on a `device` on which
   * the user signed in before are counted by that alone, so that strangers cannot keep the user waiting there.
   */
  attempt(
    username: string,
    address: string | undefined,
    device?: string,
  ): Promise<ThrottleDecision>;
  succeed(username: string, address: string | undefined, device?: string): Promise<void>;
  /** Uncounts an attempt whose password was never checked. */
  withdraw(username: string, address: string | undefined, device?: string): Promise<void>;
}

/** Whether an attempt has to wait, and which limit says so. */
export interface ThrottleDecision {
  readonly seconds: number;
  /** Absent where it may proceed. */
  readonly limit?: SignInLimit;
}
