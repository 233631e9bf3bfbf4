import type { Failures } from "../../limits/failure-backoff.ts";

/** What is counted of guesses: failed sign-ins by user and by address, wrong user codes by browser and by address. */
export interface SignInFailures {
  /**
   * Reads the failures of some keys, lets `decide` choose new counts and writes those, with the rows locked against other servers.
   * Keys that `decide` leaves out are not changed. Times are unix seconds.
   */
  change(
    keys: readonly string[],
    times: { readonly now: number; readonly expires_at: number },
    decide: (failures: ReadonlyMap<string, Failures>) => ReadonlyMap<string, number>,
  ): Promise<boolean>;
}
