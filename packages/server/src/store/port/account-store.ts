import type { JsonObject } from "@latchkey/api";
import type { Failures } from "../../limits/failure-backoff.ts";
import type { Listing, Page } from "./page.ts";

export interface Accounts {
  /** False when the username is taken, and then nothing is written. */
  create(account: Account): Promise<boolean>;
  find(username: string): Promise<Account | undefined>;
  findSubject(subject: string): Promise<Account | undefined>;
  /** By ascending username. */
  list(page: Page): Promise<Listing<Account>>;
  /** Accounts with this text in their username, subject, name or email address, in any case, by ascending username. */
  search(text: string, page: Page): Promise<Listing<Account>>;
  /**
   * What is undefined is not changed. A new password ends the login sessions of the user: an attacker who had the old one may have one.
   * Returns undefined when there is no such account.
   */
  change(username: string, change: AccountChange): Promise<Account | undefined>;
  /** False when there was no such account. */
  delete(username: string): Promise<boolean>;
}

/** An account of the built-in sign-in pages. */
export interface Account {
  readonly username: string;
  readonly subject: string;
  readonly password_hash: string;
  readonly profile: JsonObject;
  /** Unix seconds. */
  readonly created_at: number;
}

/** The fields of an account that can change. */
interface AccountChange {
  readonly password_hash: string | undefined;
  readonly profile: JsonObject | undefined;
}

/** Failed sign-ins by account and by address, and wrong user codes by browser and by address. */
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
