import { subjectKeyOf } from "../../../crypto/subject-key.ts";
import type { Grant, GrantSession } from "../../../oauth/grant.ts";
import { integer, pick, text } from "../../database/columns.ts";
import { type Lookup, names } from "../../database/sql.ts";
import { command, query, type Script } from "../../database/statement.ts";
import type { Change } from "../../changes.ts";
import { readOr } from "../../port/documents.ts";
import type { Grants } from "../../port/grant-store.ts";
import type { Cursor } from "../../port/page.ts";
import type { SealedDocuments } from "../../port/sealed-documents.ts";
import type { StoreTools } from "../../store-tools.ts";
import { readKeysetPage } from "../list-page.ts";
import {
  authorization_grant,
  type GrantRow,
  heldBy,
  openGrant,
  readColumns,
} from "./grant-table.ts";

const { columns } = authorization_grant;
const ofSubject = pick(columns, "subject_key", "subject");
const ofClient = { ...pick(columns, "subject", "client_id", "client_key"), ...ofSubject };
const remembered: Lookup<typeof ofClient, typeof readColumns> = {
  table: "authorization_grant",
  given: ofClient,
  returns: readColumns,
  placed_by: "subject_key",
  where: "authorization_grant.skipped = 0 and authorization_grant.remembered_until is not null",
  latest_by: ["granted_at", "grant_id"],
};
const clientExists = `exists (select 1 from client where client.client_id = authorization_grant.client_id
  and client.client_key = authorization_grant.client_key)`;
const consents = `from authorization_grant
  where subject_key = :subject_key and subject = :subject and (:sid = '' or sid = :sid)
  and skipped = 0 and expires_at > :now
  and (remembered_until is null or remembered_until > :now) and ${clientExists}`;
const listed = query({
  given: {
    ...ofSubject,
    ...pick(columns, "sid", "granted_at", "grant_id"),
    now: integer,
    limit: integer,
    offset: integer,
  },
  returns: readColumns,
  sql: `select ${names(readColumns)} ${consents} and (granted_at, grant_id) < (:granted_at, :grant_id)
    order by granted_at desc, grant_id desc limit :limit offset :offset`,
});
const counted = query({
  given: { ...ofSubject, sid: text, now: integer },
  returns: { total: integer },
  sql: `select count(*) as total ${consents}`,
});
const ofSession = query({
  given: { ...ofSubject, ...pick(columns, "sid"), now: integer },
  returns: readColumns,
  sql: `select ${names(readColumns)} from authorization_grant
    where subject_key = :subject_key and subject = :subject and sid = :sid
      and revoked_at is null and expires_at > :now limit 1000`,
});
const removeGrant = command({
  given: pick(columns, "grant_id", "subject_key"),
  sql: `delete from authorization_grant where grant_id = :grant_id and subject_key = :subject_key
   returning grant_id`,
});
const removeOfDeletedClient = command({
  given: { client_id: text, limit: integer },
  sql: `delete from authorization_grant where grant_id in (
     select grant_id from authorization_grant where client_id = :client_id limit :limit
   ) and not ${clientExists} returning grant_id`,
});
/** Not remembered any more, and deleted at the latest at `expire_at`. */
const forgotten = `remembered_until = null,
     expires_at = case when expires_at < :expire_at then expires_at else :expire_at end`;
/** The other remembered consents of a user for a client. */
const expireOthers = command({
  given: {
    ...ofSubject,
    ...pick(columns, "client_id", "client_key", "grant_id"),
    expire_at: integer,
  },
  sql: `update authorization_grant set ${forgotten}
   where subject_key = :subject_key and subject = :subject
     and client_id = :client_id and client_key = :client_key and grant_id <> :grant_id and remembered_until is not null`,
});
const removeOfSubject = query({
  given: ofSubject,
  returns: pick(columns, "grant_id"),
  sql: `delete from authorization_grant where subject_key = :subject_key and subject = :subject
   returning grant_id`,
});
const removeOfClient = query({
  given: { ...ofSubject, ...pick(columns, "client_id") },
  returns: pick(columns, "grant_id"),
  sql: `delete from authorization_grant
   where subject_key = :subject_key and subject = :subject and client_id = :client_id returning grant_id`,
});

/** Before the newest consent. */
const NEWEST: Cursor = { at: Number.MAX_SAFE_INTEGER, id: "" };

/** The grants of users as consents: found, listed and deleted. */
export function createConsents(
  { changes, database, endings, onUnreadable: report }: StoreTools,
  sessions: SealedDocuments<GrantSession>,
): Pick<
  Grants,
  | "findRemembered"
  | "listConsents"
  | "ofSession"
  | "forgetClient"
  | "forgetConsents"
  | "forgetConsent"
> {
  const open = (row: GrantRow): Grant | undefined => openGrant(row, sessions);

  return {
    async findRemembered(subject, { client_id, client_key }, now) {
      const of = { subject_key: subjectKeyOf(subject), subject, client_id, client_key };
      const row = await database.find(remembered, of);
      if ((row?.remembered_until ?? 0) <= now) return undefined;
      // One that cannot be read is no consent: the user is asked again.
      const grant = readOr(() => row && open(row), undefined, report);
      return grant && !(await endings.isEnded(heldBy(grant))) ? grant : undefined;
    },

    listConsents: ({ subject, sid = "" }, { limit, offset, after = NEWEST }, now) =>
      database.read(function* list() {
        const of = { subject_key: subjectKeyOf(subject), subject, sid, now };
        const position = { granted_at: after.at, grant_id: after.id };
        const rows = yield* listed({ ...of, ...position, limit: limit + 1, offset });
        const [count] = yield* counted(of);
        const page = readKeysetPage(rows, limit, { read: open, cursorOf, report });
        return { ...page, total: count?.total ?? 0 };
      }),

    async ofSession(subject, sid, now) {
      const of = { subject_key: subjectKeyOf(subject), subject, sid, now };
      const rows = await database.read(() => ofSession(of));
      return rows.flatMap((row) => readOr(() => open(row), undefined, report) ?? []);
    },

    forgetClient: (client_id, limit) =>
      database.write(() => removeOfDeletedClient({ client_id, limit })),

    forgetConsents(subject, client_id) {
      const record = changes.recorder();
      return database.write(function* forgetAll() {
        const of = { subject_key: subjectKeyOf(subject), subject };
        const removed = yield* client_id === undefined
          ? removeOfSubject(of)
          : removeOfClient({ ...of, client_id });
        for (const { grant_id } of removed) yield* endings.recordGrant(grant_id);
        if (removed.length > 0) yield* record(consentsRevoked(subject, removed.length, client_id));
        return removed.length;
      });
    },

    forgetConsent(grant, others_expire_at) {
      const record = changes.recorder();
      return database.write(function* forget() {
        if (others_expire_at !== undefined)
          yield* expireOthers({ ...grant, expire_at: others_expire_at });
        const removed = yield* removeGrant(grant);
        if (removed === 0) return removed;
        yield* endings.recordGrant(grant.grant_id);
        yield* record(consentsRevoked(grant.subject, removed, grant.client_id));
        return removed;
      });
    },
  };
}

/** What was revoked of a user, for one client or all. */
function consentsRevoked(subject: string, count: number, client_id: string | undefined): Change {
  return {
    action: "consents_revoked",
    object: { type: "account", id: subject },
    before: { consents: count, ...(client_id !== undefined && { client_id }) },
  };
}

function cursorOf({ granted_at, grant_id }: GrantRow): Cursor {
  return { at: granted_at, id: grant_id };
}

/** Lets earlier consents expire that a new one supersedes; part of the script that completes a flow. */
export function* supersede(grant: Grant, expire_at: number): Script<void> {
  if (grant.remembered_until !== undefined) yield* expireOthers({ ...grant, expire_at });
}
