import {
  type RowOf,
  type StoreTools,
  command,
  documents,
  documentText,
  insertValues,
  integer,
  listSorted,
  or,
  pick,
  query,
  readEach,
  readOr,
  replacing,
  required,
  table,
  text,
} from "@latchkey/server/feature/store";
import { describeMember } from "../rules/member-input.ts";
import type { MemberRecord } from "../rules/records.ts";
import type { Members } from "./port.ts";
import { disconnectOwned } from "./installations.ts";
import { showMember, workspaceObject } from "./workspace-changes.ts";
import { lockWorkspace } from "./workspace-lock.ts";

export const workspace_member = table("workspace_member", {
  workspace_id: text,
  user_id: text,
  subject: text,
  document: documentText,
});

export const memberDocuments = documents<MemberRecord>({
  table: "workspace_member",
  fields: {
    workspace_id: required("text"),
    user_id: required("text"),
    subject: required("text"),
    role: or("member"),
    name: or(null, "text"),
    avatar_url: or(null, "text"),
    email: or(null, "text"),
    email_verified: or(false),
  },
});

const { columns } = workspace_member;
const byKey = pick(columns, "workspace_id", "user_id");
const returns = pick(columns, "workspace_id", "user_id", "document");
const insert = command({
  given: columns,
  sql: `insert into workspace_member ${insertValues(columns)} on conflict do nothing returning user_id`,
});
const select = query({
  given: byKey,
  returns,
  sql: `select workspace_id, user_id, document from workspace_member
   where workspace_id = :workspace_id and user_id = :user_id`,
});
const page = query({
  given: { workspace_id: text, limit: integer, offset: integer },
  returns,
  sql: `select workspace_id, user_id, document from workspace_member
   where workspace_id = :workspace_id order by user_id limit :limit offset :offset`,
});
const count = query({
  given: pick(columns, "workspace_id"),
  returns: { total: integer },
  sql: "select count(*) as total from workspace_member where workspace_id = :workspace_id",
});
const bySubject = query({
  given: pick(columns, "subject"),
  returns,
  sql: `select workspace_id, user_id, document from workspace_member where subject = :subject order by workspace_id`,
});
const othersWithSubject = query({
  given: pick(columns, "workspace_id", "user_id", "subject"),
  returns: pick(columns, "user_id"),
  sql: `select user_id from workspace_member
   where workspace_id = :workspace_id and subject = :subject and user_id <> :user_id`,
});
const update = command({
  given: replacing(columns),
  sql: `update workspace_member set subject = :subject, document = :document
   where workspace_id = :workspace_id and user_id = :user_id`,
});
const remove = query({
  given: byKey,
  returns,
  sql: `delete from workspace_member
   where workspace_id = :workspace_id and user_id = :user_id returning workspace_id, user_id, document`,
});

export function createMembers({ changes, database, onUnreadable: report }: StoreTools): Members {
  return {
    create(member) {
      const record = changes.recorder();
      return database.write(function* create() {
        // As in `change`, and so that the workspace is not deleted meanwhile.
        if (!(yield* lockWorkspace(member.workspace_id))) return "workspace_missing";
        if ((yield* insert(toRow(member))) === 0) return "taken";
        const object = workspaceObject(member.workspace_id);
        yield* record({ action: "member_added", object, after: showMember(member) });
        return "created";
      });
    },

    async find(workspace_id, user_id) {
      const [row] = await database.read(() => select({ workspace_id, user_id }));
      return row && fromRow(row);
    },

    list: (workspace_id, wanted) =>
      database.read(() =>
        listSorted(
          {
            select: (part) => page({ workspace_id, ...part }),
            count: count({ workspace_id }),
            read: fromRow,
            compare: compareNames,
            report,
          },
          wanted,
        ),
      ),

    async ofSubject(subject) {
      const rows = await database.read(() => bySubject({ subject }));
      return readEach(rows, fromRow, report);
    },

    change(workspace_id, user_id, next) {
      const record = changes.recorder();
      return database.write(function* change() {
        // Concurrent changes are made one after the other: two members cannot get one subject.
        if (!(yield* lockWorkspace(workspace_id))) return undefined;
        const [row] = yield* select({ workspace_id, user_id });
        if (row === undefined) return undefined;
        const present = fromRow(row);
        const member = next(present);
        if ((yield* othersWithSubject(member)).length > 0) return "taken";
        const document = memberDocuments.replace(row.document, member);
        yield* update({ ...toRow(member), document });
        yield* record({
          action: "member_updated",
          object: workspaceObject(workspace_id),
          before: showMember(present),
          present: describeMember(present),
          after: showMember(member),
        });
        return member;
      });
    },

    delete(workspace_id, user_id, now) {
      const record = changes.recorder();
      return database.write(function* deleteMember() {
        if (!(yield* lockWorkspace(workspace_id))) return false;
        const [removed] = yield* remove({ workspace_id, user_id });
        if (removed === undefined) return false;
        yield* disconnectOwned(workspace_id, user_id, now, report);
        const object = workspaceObject(workspace_id);
        const before = readOr(() => showMember(fromRow(removed)), { user_id }, report);
        const present = readOr(() => describeMember(fromRow(removed)), undefined, report);
        yield* record({ action: "member_removed", object, before, present });
        return true;
      });
    },
  };
}

const collator = new Intl.Collator("en", { numeric: true });

/** The name that users read, whatever its case. */
function compareNames(one: MemberRecord, other: MemberRecord): number {
  return collator.compare(one.name ?? one.subject, other.name ?? other.subject);
}

function toRow(member: MemberRecord): RowOf<typeof columns> {
  const { workspace_id, user_id, subject } = member;
  return { workspace_id, user_id, subject, document: memberDocuments.write(member) };
}

function fromRow({ workspace_id, user_id, document }: RowOf<typeof returns>): MemberRecord {
  return memberDocuments.read(`${workspace_id} ${user_id}`, document);
}
