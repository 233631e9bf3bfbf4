import type { LoginSession } from "../interaction/login-session.ts";
import type { Grant } from "../oauth/grant.ts";
import type { Database } from "./database.ts";
import { type Lookup, type Script, statement } from "./script.ts";
import type { LoginSessions, SessionVisit } from "./store.ts";

type SessionRow = Omit<LoginSession, "sid">;

const upsert = statement(
  `insert into login_session (sid, subject, authenticated_at, expires_at) values ($1, $2, $3, $4)
   on conflict (sid) do update set subject = excluded.subject,
     authenticated_at = excluded.authenticated_at, expires_at = excluded.expires_at`,
);
const bySid: Lookup = {
  table: "login_session",
  key: "sid",
  columns: "subject, authenticated_at, expires_at",
};
const remove = statement("delete from login_session where sid = $1");
const visit = statement(
  `insert into session_visit (sid, client_id, client_key, id_token_subject, expires_at)
   values ($1, $2, $3, $4, $5)
   on conflict (sid, client_id) do update set client_key = excluded.client_key,
     id_token_subject = excluded.id_token_subject, expires_at = excluded.expires_at`,
);
const visits = statement<SessionVisit>(
  "select client_id, client_key, id_token_subject from session_visit where sid = $1 order by client_id",
);
const removeVisits = statement("delete from session_visit where sid = $1");
const counted = statement<{ total: number }>(
  "select count(*) as total from (select 1 from login_session where expires_at > $1 limit $2) as session",
);
const removeSubject = statement("delete from login_session where subject = $1");

export function createLoginSessions(database: Database): LoginSessions {
  return {
    async remember({ sid, subject, authenticated_at, expires_at }) {
      await database.write(() => upsert(sid, subject, authenticated_at, expires_at));
    },

    async find(sid, now) {
      const row = (await database.find(bySid, sid)) as unknown as SessionRow | undefined;
      if (row === undefined || row.expires_at <= now) return undefined;
      const { subject, authenticated_at, expires_at } = row;
      return { sid, subject, authenticated_at, expires_at };
    },

    async forget(sid) {
      await database.write(() => forgetSession(sid));
    },

    async count(now, most) {
      const [row] = await database.read(() => counted(now, most));
      return row?.total ?? 0;
    },

    visitsOf: (sid) => database.read(() => visits(sid)),

    async forgetSubject(subject) {
      await database.write(() => removeSubject(subject));
    },
  };
}

/** Ends a session; part of the script that completes a logout. */
export function* forgetSession(sid: string): Script<void> {
  yield* remove(sid);
  yield* removeVisits(sid);
}

/** Notes that a client was visited in a remembered session; part of the script that brings a grant about. */
export function* noteVisit(grant: Grant, session_expires_at: number | undefined): Script<void> {
  if (session_expires_at === undefined) return;
  const { sid, client_id, client_key, session } = grant;
  yield* visit(sid, client_id, client_key, session.id_token_subject, session_expires_at);
}
