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
import {
  isLastWay,
  lockWaysToSignIn,
  markWithoutPassword,
  readWaysToSignIn,
} from "../../store/ways-to-sign-in.ts";
import type { LinkedIdentities, LinkOutcome } from "./port.ts";

export const linked_identity = table("linked_identity", {
  provider_id: text,
  provider_subject: text,
  subject: text,
  label: text,
  linked_at: integer,
  last_used_at: integer,
});

const { columns } = linked_identity;
const byIdentity = pick(columns, "provider_id", "provider_subject");
const byAccount = pick(columns, "subject", "provider_id");
const bySubject = pick(columns, "subject");
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
        if ((yield* lockWaysToSignIn(subject)) === undefined) return "account_gone";
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
        if ((yield* insert(identity)) === 0) return "linked";
        return yield* markWithoutPassword(account);
      }),

    async hasPassword(subject) {
      return (await database.read(() => readWaysToSignIn(subject)))?.has_password === true;
    },

    unlink(subject, provider_id) {
      const record = changes.recorder();
      return database.write(function* unlink(): Script<"unlinked" | "unknown" | "last"> {
        const ways = yield* lockWaysToSignIn(subject);
        const links = yield* ofSubject({ subject });
        if (!links.some((link) => link.provider_id === provider_id)) return "unknown";
        if (isLastWay(ways)) return "last";
        yield* remove({ subject, provider_id });
        const before = { provider_id };
        yield* record({ action: "identity_unlinked", object: accountObject(subject), before });
        return "unlinked";
      });
    },

    removeAll: (subject) => database.write(() => removeOfSubject({ subject })),
  };
}
