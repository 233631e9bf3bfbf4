import type { LoginSession, SessionChange } from "../../interaction/login-session.ts";
import type { Grant } from "../../oauth/grant.ts";
import { integer, optional, pick, table, text } from "../database/columns.ts";
import type { Database } from "../database/database.ts";
import { type Insertion, type Lookup } from "../database/sql.ts";
import {
  command,
  insertRow,
  newRow,
  type NewRow,
  query,
  type Script,
} from "../database/statement.ts";
import type { LoginSessions, LogoutDelivery } from "../port/session-store.ts";
import { insertDelivery } from "./logout-deliveries.ts";

export const login_session = table("login_session", {
  sid: text,
  subject: text,
  authenticated_at: integer,
  expires_at: integer,
  acr: optional(text),
});

export const session_visit = table("session_visit", {
  sid: text,
  client_id: text,
  client_key: integer,
  id_token_subject: text,
  expires_at: integer,
});

const { columns } = login_session;
const by_key = pick(columns, "sid");
const session_rows: Insertion<typeof columns> = {
  table: login_session.name,
  columns,
  on_conflict: {
    key: ["sid"],
    set: `subject = excluded.subject, authenticated_at = excluded.authenticated_at,
      expires_at = excluded.expires_at, acr = excluded.acr`,
  },
};
const by_sid: Lookup<typeof by_key, typeof columns> = {
  table: "login_session",
  given: by_key,
  returns: columns,
};
const extend = command({
  given: pick(columns, "sid", "expires_at"),
  sql: "update login_session set expires_at = :expires_at where sid = :sid",
});
const remove = command({ given: by_key, sql: "delete from login_session where sid = :sid" });
const counted = query({
  given: { now: integer, max: integer },
  returns: { total: integer },
  sql: `select count(*) as total from (
     select 1 from login_session where expires_at > :now limit :max
   ) as session`,
});
const removeSubject = command({
  given: pick(columns, "subject"),
  sql: "delete from login_session where subject = :subject",
});

const visit_rows: Insertion<typeof session_visit.columns> = {
  table: session_visit.name,
  columns: session_visit.columns,
  on_conflict: {
    key: ["sid", "client_id"],
    set: `client_key = excluded.client_key, id_token_subject = excluded.id_token_subject,
      expires_at = excluded.expires_at`,
  },
};
const visits = query({
  given: by_key,
  returns: pick(session_visit.columns, "client_id", "client_key", "id_token_subject"),
  sql: "select client_id, client_key, id_token_subject from session_visit where sid = :sid order by client_id",
});
const extendVisits = command({
  given: pick(session_visit.columns, "sid", "expires_at"),
  sql: "update session_visit set expires_at = :expires_at where sid = :sid",
});
const removeVisits = command({ given: by_key, sql: "delete from session_visit where sid = :sid" });

export function createLoginSessions(database: Database): LoginSessions {
  return {
    remember: (session) => database.insert(sessionRow(session)),

    async find(sid, now) {
      const row = await database.find(by_sid, { sid });
      if (row === undefined || row.expires_at <= now) return undefined;
      const { acr, ...session } = row;
      return acr === undefined ? session : { ...session, acr };
    },

    async forget(sid, deliveries) {
      await database.write(() => endSession(sid, deliveries));
    },

    async count(now, max) {
      const [row] = await database.read(() => counted({ now, max }));
      return row?.total ?? 0;
    },

    visitsOf: (sid) => database.read(() => visits({ sid })),

    async forgetSubject(subject) {
      await database.write(() => endSessionsOf(subject));
    },
  };
}

/** The rows of a change that does no more than add rows, which an update can bring along; undefined where it takes a script. */
export function rowsOfChange(change: SessionChange): NewRow[] | undefined {
  switch (change.kind) {
    case "keep":
      return [];
    case "extend":
      return undefined;
    case "forget":
      return change.sid === undefined ? [] : undefined;
    case "remember":
      return change.replaces === undefined ? [sessionRow(change.session)] : undefined;
  }
}

/** Changes the session of a browser; part of a script. */
export function* changeSession(change: SessionChange): Script<void> {
  switch (change.kind) {
    case "keep":
      return;
    case "extend": {
      const { sid, expires_at } = change;
      yield* extend({ sid, expires_at }); // an update, so that a session that has ended stays so
      yield* extendVisits({ sid, expires_at });
      return;
    }
    case "forget":
      if (change.sid !== undefined) yield* endSession(change.sid);
      return;
    case "remember":
      if (change.replaces !== undefined) yield* endSession(change.replaces);
      yield* insertRow(sessionRow(change.session));
  }
}

function sessionRow({ acr, ...session }: LoginSession): NewRow {
  return newRow(session_rows, { ...session, acr });
}

/** Deletes a session and its visits, and adds the logout tokens to be sent; part of a script. */
export function* endSession(sid: string, deliveries: readonly LogoutDelivery[] = []): Script<void> {
  yield* remove({ sid });
  yield* removeVisits({ sid });
  for (const delivery of deliveries) yield* insertDelivery(delivery);
}

/** Deletes the sessions of a user in every browser; part of a script. Their visits expire with them. */
export function* endSessionsOf(subject: string): Script<void> {
  yield* removeSubject({ subject });
}

/** The row that records which client got a grant in a session, if the session is stored. */
export function visitOf(
  { sid, client_id, client_key, session: { id_token_subject } }: Grant,
  session_expires_at: number | undefined,
): NewRow[] {
  if (session_expires_at === undefined) return [];
  const visit = { sid, client_id, client_key, id_token_subject, expires_at: session_expires_at };
  return [newRow(visit_rows, visit)];
}
