import type { AccountClaims, accountStates, JsonObject } from "@latchkey/api";
import type { AccountEvent } from "../history/event.ts";
import type { Listing, Page, Script } from "@latchkey/server/feature/store";

export interface Accounts {
  /**
   * Nothing is written when the username, or the verified address, is that of another account. Throws where no lookup would find it. `also` writes in the same
   * transaction; what it returns is why the account is not created after all.
   */
  create<Reason extends string = never>(
    account: Account,
    also?: () => Script<Reason | undefined>,
  ): Promise<"created" | "taken" | "email_taken" | Reason>;
  find(username: string): Promise<Account | undefined>;
  findSubject(subject: string): Promise<Account | undefined>;
  /** By username, or else by verified address, in one query whichever it is. */
  findByName(name: string): Promise<Account | undefined>;
  /** By ascending username. */
  list(page: Page): Promise<Listing<Account>>;
  /** Accounts with this text in their username, subject, name or email address, in any case, by ascending username. */
  search(text: string, page: Page): Promise<Listing<Account>>;
  /**
   * Changes an account by a function of its current value. A new password ends the login sessions of the user: an attacker who had
   * the old one may have one. Disabling ends all that the user holds. Undefined when there is no such account; nothing is written
   * when another account has the verified address, or `mayDisable`, in the same transaction, says why it is not disabled.
   */
  change<Reason extends string = never>(
    username: string,
    next: (present: Account) => Account,
    mayDisable?: (present: Account) => Script<Reason | undefined>,
  ): Promise<Account | "email_taken" | Reason | undefined>;
  /** Usernames that no lookup finds, since their form is another one than that which is made of what users type. */
  misnamed(): Promise<readonly string[]>;
  /** Gives an account another username. Nothing is written where it is that of another account. */
  rename(username: string, to: string): Promise<"renamed" | "taken" | "gone">;
  /** Hashes that other servers made, one of each kind there is: algorithm and parameters. */
  hashKinds(): Promise<readonly string[]>;
  /** Replaces a hash by another one of the same password. False when the password was changed meanwhile. */
  replaceHash(username: string, hash: string, by: string): Promise<boolean>;
  /** Disables an account that is about to be deleted, as `change` does. */
  beginDeletion(username: string): Promise<void>;
  /** False when there was no such account. */
  delete(username: string): Promise<boolean>;
}

/** Whether an account can sign in, and what is asked of it then. */
export type AccountState = (typeof accountStates)[number];

/** An account of the built-in sign-in pages. */
export interface Account {
  readonly username: string;
  readonly subject: string;
  /** Of this server, or of another one (`$…`). */
  readonly password_hash: string;
  readonly state: AccountState;
  readonly profile: AccountClaims;
  /** In lower case. No other account has it. */
  readonly verified_email: string | undefined;
  readonly groups: readonly string[];
  readonly attributes: JsonObject;
  /** Unix seconds. */
  readonly created_at: number;
}

/** What users sign in with beside their password. */
export interface Factors {
  /**
   * False when a factor has this id, or the account is gone, and then nothing is written. With `is_first`, also when the account
   * has a factor: of two that are added at once, one is the first.
   */
  add(factor: Factor, options?: { readonly is_first: boolean }): Promise<boolean>;
  /** Oldest first. */
  list(subject: string): Promise<readonly Factor[]>;
  find(factor_id: string): Promise<Factor | undefined>;
  /**
   * Raises the counter: the time step of a one-time code, or the signature counter of a passkey. False when it is not higher than
   * that of the last use, and then nothing is written: of two uses of the same code one wins. A passkey that does not count stays at 0.
   */
  use(factor: Factor, counter: number, now: number): Promise<boolean>;
  /** False when the user has no such factor. The recovery codes go with the authenticator app. */
  remove(subject: string, factor_id: string): Promise<boolean>;
  /** The same, unless it is the last way to sign in: the account has neither a password, nor another passkey, nor a link. */
  removeUnlessLast(subject: string, factor_id: string): Promise<"removed" | "unknown" | "last">;
  /** Removes all, the recovery codes too, and returns how many factors there were. */
  removeAll(subject: string): Promise<number>;
  /** Gives the user new recovery codes in place of those there are. */
  replaceRecoveryCodes(subject: string, hashes: readonly string[]): Promise<void>;
  /** False when the user has no such code any more. */
  useRecoveryCode(subject: string, hash: string): Promise<boolean>;
  countRecoveryCodes(subject: string): Promise<number>;
}

export type Factor = TotpFactor | PasskeyFactor;

interface CommonFactor {
  readonly factor_id: string;
  readonly subject: string;
  readonly name: string;
  readonly counter: number;
  /** Unix seconds. */
  readonly created_at: number;
  readonly last_used_at: number | undefined;
}

/** An authenticator app. Its id is that of the account, so that an account has at most one. */
export interface TotpFactor extends CommonFactor {
  readonly kind: "totp";
  /** Base64url; undefined when no system secret opens it any more. */
  readonly secret: string | undefined;
}

/** Its id is that of the credential. */
export interface PasskeyFactor extends CommonFactor {
  readonly kind: "passkey";
  readonly public_key: PasskeyKey;
}

/** What a passkey is verified with. Nothing of it is secret. */
export interface PasskeyKey {
  /** COSE, in base64url. */
  readonly key: string;
  readonly transports: readonly string[];
  /** Whether it may be copied to other devices of the user. */
  readonly is_synced: boolean;
}

/** Devices on which users signed in before. */
export interface AccountDevices {
  /** Adds a device or dates it anew. Of the devices of an account, the ones used last stay. False when the account is gone. */
  add(device: AccountDevice): Promise<boolean>;
  has(subject: string, token_hash: string, now: number): Promise<boolean>;
  /** Forgets the devices of a user, all but these. */
  removeOthers(subject: string, kept: readonly string[]): Promise<void>;
}

interface AccountDevice {
  readonly subject: string;
  /** SHA-256 of the token in the cookie, in base64url. */
  readonly token_hash: string;
  /** Unix seconds, as is `expires_at`. */
  readonly last_used_at: number;
  readonly expires_at: number;
}

/** The browsers in which users of the built-in pages signed in. Whether such a session still exists is for the core to say. */
export interface AccountSessions {
  /** With the event of the sign-in, in one transaction. */
  add(session: AccountSession, event?: AccountEvent): Promise<void>;
  find(subject: string, sid: string, now: number): Promise<AccountSession | undefined>;
  /** Newest first, at most `limit`. */
  list(subject: string, now: number, limit: number): Promise<readonly AccountSession[]>;
  remove(subject: string, sid: string): Promise<void>;
  /** Returns how many there were. */
  removeAll(subject: string): Promise<number>;
}

export interface AccountSession {
  readonly subject: string;
  readonly sid: string;
  /** What the browser says of itself, in short: `Firefox on Windows`. */
  readonly device: string;
  /** RFC 8176: how the user signed in. */
  readonly amr: readonly string[];
  /** Unix seconds, as is `expires_at`. */
  readonly signed_in_at: number;
  readonly expires_at: number;
}
