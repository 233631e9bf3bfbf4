import type { LoginSession } from "../interaction/login-session.ts";
import type { Database } from "./database.ts";
import { type Script, statement } from "./script.ts";
import type { LoginSessions } from "./store.ts";

const upsert = statement(
  `insert into login_session (sid, subject, authenticated_at, expires_at) values ($1, $2, $3, $4)
   on conflict (sid) do update set subject = excluded.subject,
     authenticated_at = excluded.authenticated_at, expires_at = excluded.expires_at`,
);
const select = statement<LoginSession>(
  "select sid, subject, authenticated_at, expires_at from login_session where sid = $1 and expires_at > $2",
);
const remove = statement("delete from login_session where sid = $1");
const removeSubject = statement("delete from login_session where subject = $1");

export function createLoginSessions(database: Database): LoginSessions {
  return {
    async remember({ sid, subject, authenticated_at, expires_at }) {
      await database.write(() => upsert(sid, subject, authenticated_at, expires_at));
    },

    async find(sid, now) {
      return (await database.read(() => select(sid, now)))[0];
    },

    async forget(sid) {
      await database.write(() => forgetSession(sid));
    },

    async forgetSubject(subject) {
      await database.write(() => removeSubject(subject));
    },
  };
}

/** Ends a session; part of the script that completes a logout. */
export function* forgetSession(sid: string): Script<void> {
  yield* remove(sid);
}
