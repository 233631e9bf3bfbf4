import type { AccountClaims } from "@latchkey/api";
import type { Accounts as PageAccounts, Profile } from "@latchkey/sign-in";
import { type AccountChange, type NewAccountInput, normalizeUsername } from "./account-input.ts";
import { hashSlowly, verifySlowly } from "../crypto/argon2id.ts";
import {
  createHashQueue,
  defaultHashLimits,
  type HashQueue,
  HashQueueError,
} from "../crypto/hash-queue.ts";
import { randomId } from "../crypto/random.ts";
import type { Account } from "../store/port/account-store.ts";
import type { Store } from "../store/port/store.ts";
import type { Listing, Page } from "../store/port/page.ts";

/** The accounts of the built-in sign-in pages, for the pages and for the admin API. */
export interface AccountBook extends PageAccounts {
  /** Undefined when the username is taken. */
  add(account: NewAccountInput): Promise<KnownAccount | undefined>;
  find(username: string): Promise<KnownAccount | undefined>;
  /** Undefined fields are not changed. Undefined when there is no such account. */
  change(username: string, change: Partial<AccountChange>): Promise<KnownAccount | undefined>;
  /** False when there was no such account. */
  remove(username: string): Promise<boolean>;
  /** By ascending username, all or those that match a search. */
  list(page: Page, search?: string): Promise<Listing<KnownAccount>>;
}

/** An account without its password. */
export type KnownAccount = Omit<Account, "password_hash">;

/** `queue` limits concurrent password checks. */
export function createAccountBook(
  accounts: Store["accounts"],
  now: () => number,
  queue: HashQueue = createHashQueue(defaultHashLimits),
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

  return {
    async authenticate(username, password, address = "") {
      const name = normalizeUsername(username);
      try {
        const [account, decoy_hash] = await Promise.all([accounts.find(name), decoyHash()]);
        const stored = account?.password_hash ?? decoy_hash;
        const matches = await verifySlowly(password, stored, { queue, caller: { address, name } });
        return matches && account !== undefined ? profileOf(account) : undefined;
      } catch (error) {
        if (error instanceof HashQueueError) return { retry_after: error.retry_after };
        throw error;
      }
    },

    async profile(subject) {
      const account = await accounts.findSubject(subject);
      return account && profileOf(account);
    },

    async add({ username, password, claims = {} }) {
      const account: Account = {
        username: normalizeUsername(username),
        subject: randomId(),
        password_hash: await hashSlowly(password),
        profile: { ...dated(claims) },
        created_at: now(),
      };
      return (await accounts.create(account)) ? withoutPassword(account) : undefined;
    },

    async find(username) {
      const account = await accounts.find(normalizeUsername(username));
      return account && withoutPassword(account);
    },

    async change(username, { password, claims }) {
      const changed = await accounts.change(normalizeUsername(username), {
        password_hash: password === undefined ? undefined : await hashSlowly(password),
        profile: claims && { ...dated(claims) },
      });
      return changed && withoutPassword(changed);
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

function profileOf({ subject, username, profile }: Account): Profile {
  return { preferred_username: username, ...profile, subject };
}

function withoutPassword({ username, subject, profile, created_at }: Account): KnownAccount {
  return { username, subject, profile, created_at };
}
