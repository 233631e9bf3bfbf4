import type { AccountClaims } from "@latchkey/api";
import {
  createHashQueue,
  defaultHashLimits,
  formatOf,
  type HashCaller,
  type HashQueue,
  HashQueueError,
  hashSlowly,
  randomId,
  verifySlowly,
} from "@latchkey/server/feature/endpoints";
import type { Listing, Page, Script } from "@latchkey/server/feature/store";
import type { Accounts as PageAccounts, Profile } from "@latchkey/sign-in";
import {
  type AccountChange,
  type NewAccountInput,
  normalizeUsername,
} from "./rules/account-input.ts";
import { judgePassword } from "./rules/password.ts";
import { verifiedEmailOf, withVerifiedEmail } from "./rules/verified-email.ts";
import type { Account, Accounts } from "./store/port.ts";

/** The accounts of the built-in sign-in pages, for the pages and for the admin API. */
export interface AccountBook extends PageAccounts {
  add(account: NewAccountInput): Promise<KnownAccount | Taken>;
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
  ): Promise<KnownAccount | Extract<Taken, "email_taken"> | Reason | undefined>;
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
  /** Limits concurrent checks. */
  readonly queue?: HashQueue;
}

export function createAccountBook(
  accounts: Accounts,
  now: () => number,
  { queue = createHashQueue(defaultHashLimits) }: PasswordChecks = {},
): AccountBook {
  // An unknown username takes as long as a wrong password (user enumeration). The hash to compare with is computed at the first
  // sign-in, which waits for it whether the account exists or not; computed earlier, its rejection would be unhandled.
  let decoy: Promise<string> | undefined;
  const decoyHash = (): Promise<string> =>
    (decoy ??= hashSlowly(randomId()).catch((error: unknown) => {
      decoy = undefined;
      throw error;
    }));
  // OpenID Connect Core §5.1: when the claims last changed is a claim itself.
  const dated = (claims: AccountClaims): AccountClaims => ({ updated_at: now(), ...claims });

  /** A hash that another server made is replaced by one of our own, unless other passwords match it too. */
  const matchesForeign = async (
    { username, password_hash }: Account,
    password: string,
    caller: HashCaller,
  ): Promise<boolean> => {
    const format = formatOf(password_hash);
    if (format === undefined) return false;
    const matches = await queue.run(caller, () => format.verify(password, password_hash));
    if (matches && format.isExact?.(password) !== false)
      await accounts.replaceHash(username, password_hash, await hashSlowly(password));
    return matches;
  };
  /** Whether it is the password that the account has. The user has authenticated, so this reveals nothing. */
  const matchesStored = async (account: Account, password: string): Promise<boolean> => {
    const { username: name, password_hash } = account;
    const caller = { address: "", name };
    const format = formatOf(password_hash);
    if (format !== undefined)
      return queue.run(caller, () => format.verify(password, password_hash));
    return verifySlowly(password, password_hash, { queue, caller });
  };
  const hashOf = async ({ password, password_hash }: AccountChange): Promise<string | undefined> =>
    password === undefined ? password_hash : hashSlowly(password);

  return {
    async authenticate(username, password, address = "") {
      const name = normalizeUsername(username);
      const caller = { address, name };
      try {
        const [account, decoy_hash] = await Promise.all([accounts.findByName(name), decoyHash()]);
        const isForeign = account?.password_hash.startsWith("$") ?? false;
        const matches =
          account !== undefined && isForeign
            ? await matchesForeign(account, password, caller)
            : await verifySlowly(password, account?.password_hash ?? decoy_hash, { queue, caller });
        // After the check: a disabled account takes the work of a wrong password, and gets its answer.
        if (!matches || account === undefined || account.state === "disabled") return undefined;
        const user = profileOf(account);
        return account.state === "active" ? user : { must_change_password: user };
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
      const { username, profile } = account;
      const refusal = judgePassword(password, [username, profile.name, profile.email]);
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
      const password_hash = await hashOf(given);
      if (password_hash === undefined) throw new TypeError("The account has no password.");
      const account: Account = {
        username: normalizeUsername(username),
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

    async change(username, change, mayDisable) {
      const { claims, groups, attributes, state } = change;
      const password_hash = await hashOf(change);
      const changed = await accounts.change(
        normalizeUsername(username),
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
