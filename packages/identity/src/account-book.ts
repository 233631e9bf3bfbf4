import { type AccountClaims, normalizeUsername } from "@latchkey/api";
import {
  createHashLanes,
  defaultHashLimits,
  formatOf,
  type HashCaller,
  type HashLanes,
  HashQueueError,
  hashSlowly,
  laneOf,
  randomId,
  verifySlowly,
} from "@latchkey/server/feature/endpoints";
import type { OAuthError } from "@latchkey/server/feature/rules";
import type { Listing, Page, Script } from "@latchkey/server/feature/store";
import type { Accounts as PageAccounts, PasswordRefusal, Profile } from "@latchkey/sign-in";
import { createDecoys } from "./decoys.ts";
import {
  type AccountChange,
  type NewAccountInput,
  verifyNewAccount,
  verifyPassword,
} from "./rules/account-input.ts";
import { judgePassword } from "./rules/password.ts";
import { verifiedEmailOf, withVerifiedEmail } from "./rules/verified-email.ts";
import type { Account, Accounts } from "./store/port.ts";

/** The accounts of the built-in sign-in pages, for the pages and for the admin API. */
export interface AccountBook extends PageAccounts {
  choosePassword(subject: string, password: string): Promise<PasswordRefusal | "gone" | undefined>;
  /** An error says what of the account cannot be. */
  add(account: NewAccountInput): Promise<KnownAccount | Taken | OAuthError>;
  find(username: string): Promise<KnownAccount | undefined>;
  /** By username, or by verified address. */
  findByName(name: string): Promise<KnownAccount | undefined>;
  /**
   * Undefined fields are not changed. Undefined when there is no such account. `mayDisable` is asked in the transaction that
   * disables it, and says why it may not.
   */
  change<Reason extends string = never>(
    username: string,
    change: AccountChange,
    mayDisable?: (present: Account) => Script<Reason | undefined>,
  ): Promise<KnownAccount | Extract<Taken, "email_taken"> | OAuthError | Reason | undefined>;
  /** False when there was no such account. */
  remove(username: string): Promise<boolean>;
  /** By ascending username, all or those that match a search. */
  list(page: Page, search?: string): Promise<Listing<KnownAccount>>;
}

/** Another account has the username, or the verified address. */
export type Taken = "taken" | "email_taken";

/** An account without its password. */
export type KnownAccount = Omit<Account, "password_hash">;

/** How passwords are checked. */
export interface PasswordChecks {
  /** Limit concurrent checks. */
  readonly lanes?: HashLanes;
}

interface Check {
  readonly password: string;
  readonly stored: string;
  readonly caller: HashCaller;
}

export function createAccountBook(
  accounts: Accounts,
  now: () => number,
  { lanes = createHashLanes(defaultHashLimits) }: PasswordChecks = {},
): AccountBook {
  const decoys = createDecoys(accounts, now);
  // OpenID Connect Core §5.1: when the claims last changed is a claim itself.
  const dated = (claims: AccountClaims): AccountClaims => ({ updated_at: now(), ...claims });

  /** Whether the password has this hash. What follows a match is a part of the check, which may outlast the wait of the caller. */
  const check = async (
    { password, stored, caller }: Check,
    onMatch?: () => Promise<void>,
  ): Promise<boolean> => {
    const queue = laneOf(stored, lanes);
    if (!stored.startsWith("$")) return verifySlowly(password, stored, { queue, caller });
    const format = formatOf(stored);
    if (format === undefined) return false;
    return queue.run(caller, async () => {
      const matches = await format.verify(password, stored);
      if (matches && format.isExact?.(password) !== false) await onMatch?.();
      return matches;
    });
  };
  /** A hash that another server made is replaced by one of our own, unless other passwords match it too. */
  const signIn = (account: Account, password: string, caller: HashCaller): Promise<boolean> => {
    const { username, password_hash: stored, state } = account;
    return check({ password, stored, caller }, async () => {
      if (state !== "disabled")
        await accounts.replaceHash(username, stored, await hashSlowly(password));
    });
  };
  /** Whether it is the password that the account has. The user has authenticated, so this reveals nothing. */
  const matchesStored = (account: Account, password: string): Promise<boolean> => {
    const { username: name, password_hash: stored } = account;
    return check({ password, stored, caller: { address: "", name } });
  };
  const hashOf = async ({ password, password_hash }: AccountChange): Promise<string | undefined> =>
    password === undefined ? password_hash : hashSlowly(password);

  return {
    async authenticate(username, password, address = "") {
      const name = normalizeUsername(username);
      const caller = { address, name };
      try {
        const account = await accounts.findByName(name);
        const others = await decoys.besides(account?.password_hash);
        const matches = account !== undefined && (await signIn(account, password, caller));
        if (matches && account.state !== "disabled") {
          const user = profileOf(account);
          return account.state === "active" ? user : { must_change_password: user };
        }
        // A disabled account takes the work of a wrong password, and gets its answer.
        for (const stored of others) await check({ password, stored, caller });
        return undefined;
      } catch (error) {
        if (error instanceof HashQueueError) return { retry_after: error.retry_after };
        throw error;
      }
    },

    async profile(subject) {
      const account = await accounts.findSubject(subject);
      return account === undefined || account.state === "disabled" ? undefined : profileOf(account);
    },

    async choosePassword(subject, password) {
      const account = await accounts.findSubject(subject);
      if (account === undefined || account.state === "disabled") return "gone";
      const { username } = account;
      const refusal = judgePassword(password, account);
      if (refusal !== undefined) return refusal;
      if (await matchesStored(account, password)) return "same";
      const password_hash = await hashSlowly(password);
      await accounts.change(username, (present) => ({
        ...present,
        password_hash,
        state: present.state === "disabled" ? "disabled" : "active",
      }));
      return undefined;
    },

    async add({ username, claims = {}, ...given }) {
      const { state = "active", groups = [], attributes = {} } = given;
      const named = verifyNewAccount({ username, claims, password: given.password });
      if (!named.ok) return named.error;
      const password_hash = await hashOf(given);
      if (password_hash === undefined) throw new TypeError("The account has no password.");
      const account: Account = {
        username: named.value,
        subject: randomId(),
        password_hash,
        state,
        profile: dated(claims),
        verified_email: verifiedEmailOf(claims, undefined),
        groups,
        attributes,
        created_at: now(),
      };
      const created = await accounts.create(account);
      return created === "created" ? withoutPassword(account) : created;
    },

    async find(username) {
      const account = await accounts.find(normalizeUsername(username));
      return account && withoutPassword(account);
    },

    async findByName(name) {
      const account = await accounts.findByName(normalizeUsername(name));
      return account && withoutPassword(account);
    },

    async change(typed, change, mayDisable) {
      const { password, claims, groups, attributes, state } = change;
      const username = normalizeUsername(typed);
      if (password !== undefined) {
        const present = await accounts.find(username);
        if (present === undefined) return undefined;
        const judged = verifyPassword(password, { username, profile: claims ?? present.profile });
        if (!judged.ok) return judged.error;
      }
      const password_hash = await hashOf(change);
      const changed = await accounts.change(
        username,
        (present) => ({
          ...present,
          ...(password_hash !== undefined && { password_hash }),
          ...(state !== undefined && { state }),
          ...(groups !== undefined && { groups }),
          ...(attributes !== undefined && { attributes }),
          ...(claims !== undefined && {
            profile: dated(claims),
            verified_email: verifiedEmailOf(claims, present.verified_email),
          }),
        }),
        mayDisable,
      );
      return typeof changed === "object" ? withoutPassword(changed) : changed;
    },

    remove: (username) => accounts.delete(normalizeUsername(username)),

    async list(page, search) {
      const { items, total } = await (search === undefined
        ? accounts.list(page)
        : accounts.search(search, page));
      return { items: items.map(withoutPassword), total };
    },
  };
}

function profileOf({ subject, username, profile, verified_email }: Account): Profile {
  const claims = withVerifiedEmail(profile, verified_email);
  return { preferred_username: username, ...claims, subject };
}

function withoutPassword({ password_hash: _hash, ...account }: Account): KnownAccount {
  return { ...account, profile: withVerifiedEmail(account.profile, account.verified_email) };
}
