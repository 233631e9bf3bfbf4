import {
  type Script,
  type StoreTools,
  command,
  insertValues,
  integer,
  names,
  pick,
  query,
  table,
  text,
} from "@latchkey/server/feature/store";
import { accountObject } from "../../store/account-changes.ts";
import type { Accounts } from "../../store/port.ts";
import type { LinkedIdentities, LinkOutcome } from "./port.ts";

export const linked_identity = table("linked_identity", {
  provider_id: text,
  provider_subject: text,
  subject: text,
  label: text,
  linked_at: integer,
  last_used_at: integer,
});

export const account_without_password = table("account_without_password", {
  subject: text,
  password_hash: text,
});

const { columns } = linked_identity;
const byIdentity = pick(columns, "provider_id", "provider_subject");
const byAccount = pick(columns, "subject", "provider_id");
const bySubject = pick(columns, "subject");
/** Changes of the ways to sign in to an account are made one after the other, and none after its deletion. */
const lockAccount = query({
  given: bySubject,
  returns: { subject: text, password_hash: text },
  sql: "update account set subject = subject where subject = :subject returning subject, password_hash",
});
const insert = command({
  given: columns,
  sql: `insert into linked_identity ${insertValues(columns)} on conflict do nothing returning subject`,
});
const select = query({
  given: byIdentity,
  returns: columns,
  sql: `select ${names(columns)} from linked_identity
   where provider_id = :provider_id and provider_subject = :provider_subject`,
});
const touch = command({
  given: pick(columns, "provider_id", "provider_subject", "subject", "label", "last_used_at"),
  sql: `update linked_identity set label = :label, last_used_at = :last_used_at
   where provider_id = :provider_id and provider_subject = :provider_subject and subject = :subject returning subject`,
});
const ofSubject = query({
  given: bySubject,
  returns: columns,
  sql: `select ${names(columns)} from linked_identity where subject = :subject order by provider_id`,
});
const remove = command({
  given: byAccount,
  sql: "delete from linked_identity where subject = :subject and provider_id = :provider_id returning subject",
});
const removeOfSubject = command({
  given: bySubject,
  sql: "delete from linked_identity where subject = :subject returning subject",
});
const markWithoutPassword = command({
  given: account_without_password.columns,
  sql: `insert into account_without_password ${insertValues(account_without_password.columns)}`,
});
const placeholder = query({
  given: bySubject,
  returns: { password_hash: text },
  sql: "select password_hash from account_without_password where subject = :subject",
});
const passwords = query({
  given: bySubject,
  returns: { password_hash: text, placeholder: text },
  sql: `select account.password_hash as password_hash, coalesce(account_without_password.password_hash, '') as placeholder
   from account left join account_without_password on account_without_password.subject = account.subject
   where account.subject = :subject`,
});
const passkeys = query({
  given: bySubject,
  returns: { total: integer },
  sql: "select count(*) as total from account_factor where subject = :subject and kind = 'passkey'",
});

export function createLinkedIdentities(
  { changes, database }: StoreTools,
  accounts: Accounts,
): LinkedIdentities {
  return {
    async find(provider_id, provider_subject) {
      const [row] = await database.read(() => select({ provider_id, provider_subject }));
      return row;
    },

    list: (subject) => database.read(() => ofSubject({ subject })),

    link(identity) {
      const record = changes.recorder();
      return database.write(function* link(): Script<LinkOutcome> {
        const { subject, provider_id, provider_subject, label, last_used_at } = identity;
        const [account] = yield* lockAccount({ subject });
        if (account === undefined) return "account_gone";
        const used = { provider_id, provider_subject, subject, label, last_used_at };
        if ((yield* touch(used)) > 0) return "used";
        if ((yield* insert(identity)) > 0) {
          const after = { provider_id };
          yield* record({ action: "identity_linked", object: accountObject(subject), after });
          return "linked";
        }
        const [present] = yield* select({ provider_id, provider_subject });
        return present === undefined ? "other_identity" : "other_account";
      });
    },

    createAccount: (account, identity) =>
      accounts.create(account, function* also() {
        const { subject, password_hash } = account;
        if ((yield* insert(identity)) === 0) return "linked";
        yield* markWithoutPassword({ subject, password_hash });
        return undefined;
      }),

    async hasPassword(subject) {
      const [found] = await database.read(() => passwords({ subject }));
      return found !== undefined && found.password_hash !== found.placeholder;
    },

    unlink(subject, provider_id) {
      const record = changes.recorder();
      return database.write(function* unlink(): Script<"unlinked" | "unknown" | "last"> {
        const [account] = yield* lockAccount({ subject });
        const links = yield* ofSubject({ subject });
        if (!links.some((link) => link.provider_id === provider_id)) return "unknown";
        const [without] = yield* placeholder({ subject });
        const hasPassword = account?.password_hash !== without?.password_hash;
        const [{ total } = { total: 0 }] = yield* passkeys({ subject });
        if (!hasPassword && total === 0 && links.length === 1) return "last";
        yield* remove({ subject, provider_id });
        const before = { provider_id };
        yield* record({ action: "identity_unlinked", object: accountObject(subject), before });
        return "unlinked";
      });
    },

    removeAll: (subject) => database.write(() => removeOfSubject({ subject })),
  };
}
