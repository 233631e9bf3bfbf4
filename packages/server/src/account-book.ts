import type { JsonObject } from "@latchkey/api";
import type { Accounts as PageAccounts, Profile } from "@latchkey/sign-in";
import { hashSlowly, verifySlowly } from "./crypto/argon2id.ts";
import {
  createHashQueue,
  defaultHashLimits,
  type HashQueue,
  HashQueueError,
} from "./crypto/hash-queue.ts";
import { randomId } from "./crypto/random-id.ts";
import type { Account, Page, Store } from "./store/store.ts";

/** The people who can sign in on the built-in pages, for the pages and for whoever looks after the accounts. */
export interface AccountBook extends PageAccounts {
  /** Undefined when the username is taken. */
  add(person: NewPerson): Promise<Profile | undefined>;
  /** False when there is no such account. */
  setPassword(username: string, password: string): Promise<boolean>;
  /** False when there was no such account. */
  remove(username: string): Promise<boolean>;
  list(page: Page): Promise<readonly Pick<Account, "username" | "subject" | "created_at">[]>;
}

/** Somebody who shall be able to sign in. */
interface NewPerson {
  readonly username: string;
  readonly password: string;
  /** Claims of OpenID Connect Core §5.1. */
  readonly profile?: JsonObject;
}

/** Passwords are checked in their turn in `queue`. */
export function createAccountBook(
  accounts: Store["accounts"],
  now: () => number,
  queue: HashQueue = createHashQueue(defaultHashLimits),
): AccountBook {
  // Somebody nobody knows is turned away as slowly as somebody with a wrong password.
  const nobody = hashSlowly(randomId());

  return {
    async authenticate(username, password, address = "") {
      const name = normalize(username);
      const account = await accounts.find(name);
      const stored = account?.password_hash ?? (await nobody);
      try {
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

    async add({ username, password, profile = {} }) {
      const account: Account = {
        username: normalize(username),
        subject: randomId(),
        password_hash: await hashSlowly(password),
        profile,
        created_at: now(),
      };
      return (await accounts.create(account)) ? profileOf(account) : undefined;
    },

    setPassword: async (username, password) =>
      accounts.setPassword(normalize(username), await hashSlowly(password)),
    remove: (username) => accounts.delete(normalize(username)),
    list: async (page) => (await accounts.list(page)).items,
  };
}

/** Nobody should be locked out by a capital letter or by an accent typed another way. */
function normalize(username: string): string {
  return username.normalize("NFC").trim().toLowerCase();
}

function profileOf({ subject, username, profile }: Account): Profile {
  return { preferred_username: username, ...profile, subject };
}
