import type { LoginSession, SessionChange } from "../../interaction/login-session.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { Database } from "../database/database.ts";
import {
  type Addition,
  type Insertion,
  type Lookup,
  type Script,
  statement,
} from "../database/script.ts";
import type { LoginSessions, SessionVisit } from "../port/store.ts";

type SessionRow = Omit<LoginSession, "sid">;

const session: Insertion = {
  table: "login_session",
  columns: { sid: "text", subject: "text", authenticated_at: "bigint", expires_at: "bigint" },
  on_conflict: {
    key: ["sid"],
    set: `subject = excluded.subject, authenticated_at = excluded.authenticated_at,
      expires_at = excluded.expires_at`,
  },
};
const bySid: Lookup = {
  given: { sid: "text" },
  select: "select subject, authenticated_at, expires_at from login_session where sid = given.sid",
};
const remove = statement("delete from login_session where sid = $1");
const visit: Insertion = {
  table: "session_visit",
  columns: {
    sid: "text",
    client_id: "text",
    client_key: "bigint",
    id_token_subject: "text",
    expires_at: "bigint",
  },
  on_conflict: {
    key: ["sid", "client_id"],
    set: `client_key = excluded.client_key, id_token_subject = excluded.id_token_subject,
      expires_at = excluded.expires_at`,
  },
};
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
    remember: (begun) => database.insert(sessionRow(begun)),

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

/** The row of a session that begins, if the change begins one. */
export function sessionsBegunBy(change: SessionChange): Addition[] {
  return change.kind === "remember" ? [sessionRow(change.session)] : [];
}

/** The session that a change ends, if there is one. */
export function sessionEndedBy(change: SessionChange): string | undefined {
  switch (change.kind) {
    case "keep":
      return undefined;
    case "forget":
      return change.sid;
    case "remember":
      return change.replaces;
  }
}

function sessionRow({ sid, subject, authenticated_at, expires_at }: LoginSession): Addition {
  return { insertion: session, values: [sid, subject, authenticated_at, expires_at] };
}

/** Ends a session; part of a script. */
export function* forgetSession(sid: string): Script<void> {
  yield* remove(sid);
  yield* removeVisits(sid);
}

/** A note that a client was visited, if that was in a remembered session. */
export function visitsOf(
  { sid, client_id, client_key, session: { id_token_subject } }: Grant,
  session_expires_at: number | undefined,
): Addition[] {
  if (session_expires_at === undefined) return [];
  const values = [sid, client_id, client_key, id_token_subject, session_expires_at];
  return [{ insertion: visit, values }];
}
