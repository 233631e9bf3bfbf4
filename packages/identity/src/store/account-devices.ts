import {
  type Database,
  type Script,
  command,
  id,
  insertValues,
  integer,
  pick,
  query,
  table,
  text,
} from "@latchkey/server/feature/store";
import type { AccountDevices } from "./port.ts";

export const account_device = table("account_device", {
  subject: text,
  token_hash: id,
  last_used_at: integer,
  expires_at: integer,
});

/** How many devices of an account are known: the ones used last. */
const MAX_DEVICES = 20;

const { columns } = account_device;
const byKey = pick(columns, "subject", "token_hash");
const bySubject = pick(columns, "subject");
const lockAccount = query({
  given: bySubject,
  returns: { subject: text },
  sql: "update account set subject = subject where subject = :subject returning subject",
});
const insert = command({
  given: columns,
  sql: `insert into account_device ${insertValues(columns)} on conflict (subject, token_hash) do update
   set last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`,
});
const select = query({
  given: { ...byKey, now: integer },
  returns: byKey,
  sql: `select subject, token_hash from account_device
   where subject = :subject and token_hash = :token_hash and expires_at > :now`,
});
const newestFirst = query({
  given: bySubject,
  returns: byKey,
  sql: `select subject, token_hash from account_device where subject = :subject
   order by last_used_at desc, token_hash`,
});
const remove = command({
  given: byKey,
  sql: "delete from account_device where subject = :subject and token_hash = :token_hash",
});
const removeAll = command({
  given: bySubject,
  sql: "delete from account_device where subject = :subject",
});

export function createAccountDevices(database: Database): AccountDevices {
  return {
    add: (device) =>
      database.write(function* add(): Script<boolean> {
        const { subject } = device;
        const [account] = yield* lockAccount({ subject });
        if (account === undefined) return false;
        yield* insert(device);
        for (const oldest of (yield* newestFirst({ subject })).slice(MAX_DEVICES))
          yield* remove(oldest);
        return true;
      }),

    async has(subject, token_hash, now) {
      return (await database.read(() => select({ subject, token_hash, now }))).length > 0;
    },

    removeOthers: (subject, kept) =>
      database.write(function* removeOthers(): Script<void> {
        for (const device of yield* newestFirst({ subject }))
          if (!kept.includes(device.token_hash)) yield* remove(device);
      }),
  };
}

/** Forgets the devices of a user; part of a script. */
export function* forgetDevicesOf(subject: string): Script<void> {
  yield* removeAll({ subject });
}
