import {
  type Database,
  command,
  insertValues,
  integer,
  names,
  pick,
  query,
  table,
  text,
  words,
} from "@latchkey/server/feature/store";
import { addEvent } from "../history/store.ts";
import type { AccountSessions } from "./port.ts";

export const account_session = table("account_session", {
  subject: text,
  sid: text,
  device: text,
  amr: words,
  signed_in_at: integer,
  expires_at: integer,
});

const { columns } = account_session;
const byKey = pick(columns, "subject", "sid");
const insert = command({
  given: columns,
  sql: `insert into account_session ${insertValues(columns)} on conflict (subject, sid) do update
   set device = excluded.device, amr = excluded.amr, signed_in_at = excluded.signed_in_at, expires_at = excluded.expires_at`,
});
const select = query({
  given: { ...byKey, now: integer },
  returns: columns,
  sql: `select ${names(columns)} from account_session
   where subject = :subject and sid = :sid and expires_at > :now`,
});
const newest = query({
  given: { subject: text, now: integer, limit: integer },
  returns: columns,
  sql: `select ${names(columns)} from account_session where subject = :subject and expires_at > :now
   order by signed_in_at desc, sid limit :limit`,
});
const remove = command({
  given: byKey,
  sql: "delete from account_session where subject = :subject and sid = :sid",
});

const removeOfSubject = command({
  given: pick(columns, "subject"),
  sql: "delete from account_session where subject = :subject returning sid",
});

export function createAccountSessions(database: Database): AccountSessions {
  return {
    async add(session, event) {
      await database.write(function* add() {
        yield* insert(session);
        if (event !== undefined) yield* addEvent(event);
      });
    },

    async find(subject, sid, now) {
      const [row] = await database.read(() => select({ subject, sid, now }));
      return row;
    },

    list: (subject, now, limit) => database.read(() => newest({ subject, now, limit })),

    async remove(subject, sid) {
      await database.write(() => remove({ subject, sid }));
    },

    removeAll: (subject) => database.write(() => removeOfSubject({ subject })),
  };
}
