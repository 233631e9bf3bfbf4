import type { LoginSession, SessionChange } from "../../interaction/login-session.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { RecordChange } from "../changes.ts";
import { integer, optional, pick, type RowOf, table, text } from "../database/columns.ts";
import { type Insertion, type Lookup, names } from "../database/sql.ts";
import type { Database } from "../database/database.ts";
import {
  command,
  insertRow,
  newRow,
  type NewRow,
  query,
  type Script,
} from "../database/statement.ts";
import type { Holding } from "../holdings.ts";
import type { LoginSessions, LogoutDelivery } from "../port/session-store.ts";
import type { StoreTools } from "../store-tools.ts";
import { heldRows } from "./held-rows.ts";
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
const byKey = pick(columns, "sid");
const sessionRows: Insertion<typeof columns> = {
  table: login_session.name,
  columns,
  on_conflict: {
    key: ["sid"],
    set: `subject = excluded.subject, authenticated_at = excluded.authenticated_at,
      expires_at = excluded.expires_at, acr = excluded.acr`,
  },
};
const bySid: Lookup<typeof byKey, typeof columns> = {
  table: "login_session",
  given: byKey,
  returns: columns,
};
const extend = command({
  given: pick(columns, "sid", "expires_at"),
  sql: "update login_session set expires_at = :expires_at where sid = :sid",
});
const remove = query({
  given: byKey,
  returns: pick(columns, "subject"),
  sql: "delete from login_session where sid = :sid returning subject",
});
const counted = query({
  given: { now: integer, max: integer },
  returns: { total: integer },
  sql: `select count(*) as total from (
     select 1 from login_session where expires_at > :now limit :max
   ) as session`,
});
const sessionsOf = query({
  given: { ...pick(columns, "subject"), now: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from login_session where subject = :subject and expires_at > :now
   order by authenticated_at desc, sid limit 1000 offset :offset`,
});
const removeSubject = query({
  given: pick(columns, "subject"),
  returns: byKey,
  sql: "delete from login_session where subject = :subject returning sid",
});

const visitRows: Insertion<typeof session_visit.columns> = {
  table: session_visit.name,
  columns: session_visit.columns,
  on_conflict: {
    key: ["sid", "client_id"],
    set: `client_key = excluded.client_key, id_token_subject = excluded.id_token_subject,
      expires_at = excluded.expires_at`,
  },
};
const visits = query({
  given: byKey,
  returns: pick(session_visit.columns, "client_id", "client_key", "id_token_subject"),
  sql: "select client_id, client_key, id_token_subject from session_visit where sid = :sid order by client_id",
});
const extendVisits = command({
  given: pick(session_visit.columns, "sid", "expires_at"),
  sql: "update session_visit set expires_at = :expires_at where sid = :sid",
});
const removeVisits = command({ given: byKey, sql: "delete from session_visit where sid = :sid" });

export function createLoginSessions({
  changes,
  database,
  endings: { isEnded },
}: StoreTools): LoginSessions {
  return {
    remember: (session) => database.insert(sessionRow(session)),

    async find(sid, now) {
      const row = await database.find(bySid, { sid });
      if (row === undefined || row.expires_at <= now) return undefined;
      const { subject, authenticated_at: at } = row;
      return (await isEnded({ subject, sid, at })) ? undefined : fromRow(row);
    },

    async forget(sid) {
      await database.write(() => deleteSession(sid));
    },

    async end(sid, deliveries) {
      const record = changes.recorder();
      await database.write(() => endSession(sid, { action: "session_ended", deliveries, record }));
    },

    async count(now, max) {
      const [row] = await database.readStale(() => counted({ now, max }));
      return row?.total ?? 0;
    },

    visitsOf: (sid) => database.read(() => visits({ sid })),

    async ofSubject(subject, now, offset = 0) {
      const rows = await database.read(() => sessionsOf({ subject, now, offset }));
      return rows.map(fromRow);
    },

    forgetSubject(subject) {
      const record = changes.recorder();
      return database.write(function* endAll() {
        const ended = yield* endSessionsOf(subject);
        if (ended.length > 0)
          yield* record({
            action: "sessions_ended",
            object: { type: "account", id: subject },
            before: { sessions: ended.length },
            facts: { ended_sessions: ended },
          });
        return ended.length;
      });
    },
  };
}

/** The sessions in which users are signed in. Their visits expire with them. */
export function heldSessions(database: Database): Holding {
  return heldRows(
    {
      kind: "login_sessions",
      table: login_session,
      key: "sid",
      key_type: text,
      requested: "authenticated_at",
      by: { subject: "subject", session: "sid" },
      indexed: ["subject", "session"],
    },
    database,
  );
}

/** The rows of a change that does no more than add rows, which an update can bring along; undefined where it takes a script. */
export function rowsOfChange(change: SessionChange): NewRow[] | undefined {
  switch (change.kind) {
    case "keep":
    case "switch":
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
    case "switch":
      return;
    case "extend": {
      const { sid, expires_at } = change;
      yield* extend({ sid, expires_at }); // an update, so that a session that has ended stays so
      yield* extendVisits({ sid, expires_at });
      return;
    }
    case "forget":
      if (change.sid !== undefined) yield* deleteSession(change.sid);
      return;
    case "remember":
      if (change.replaces !== undefined) yield* deleteSession(change.replaces);
      yield* insertRow(sessionRow(change.session));
  }
}

function fromRow({ acr, ...session }: RowOf<typeof columns>): LoginSession {
  return acr === undefined ? session : { ...session, acr };
}

function sessionRow({ acr, ...session }: LoginSession): NewRow {
  return newRow(sessionRows, { ...session, acr });
}

/** Deletes a session and its visits, without a record: another one replaces it, or it never was one here. Part of a script. */
export function* deleteSession(sid: string): Script<void> {
  yield* remove({ sid });
  yield* removeVisits({ sid });
}

/** How a session ends that is not replaced. */
interface SessionEnd {
  /** `signed_out`: by its user, in its browser; `session_ended`: by its user elsewhere, or by an administrator. */
  readonly action: "signed_out" | "session_ended";
  /** The logout tokens to be sent. */
  readonly deliveries: readonly LogoutDelivery[];
  readonly record: RecordChange;
}

/** Ends a session for its user or an administrator; part of a script. */
export function* endSession(sid: string, { action, deliveries, record }: SessionEnd): Script<void> {
  const [ended] = yield* remove({ sid });
  for (const delivery of deliveries) yield* insertDelivery(delivery);
  if (ended !== undefined)
    yield* record({
      action,
      object: { type: "account", id: ended.subject },
      before: { session_id: sid },
      facts: { ended_sessions: [sid] },
    });
  yield* removeVisits({ sid }); // Listeners read them. No transaction that records a change waits for them.
}

/** Deletes the sessions of a user in every browser, and returns their ids; part of a script. Their visits expire with them. */
export function* endSessionsOf(subject: string): Script<readonly string[]> {
  return (yield* removeSubject({ subject })).map(({ sid }) => sid);
}

/** The row that records which client got a grant in a session, if the session is stored. */
export function visitOf(
  { sid, client_id, client_key, session: { id_token_subject } }: Grant,
  session_expires_at: number | undefined,
): NewRow[] {
  if (session_expires_at === undefined) return [];
  const visit = { sid, client_id, client_key, id_token_subject, expires_at: session_expires_at };
  return [newRow(visitRows, visit)];
}
