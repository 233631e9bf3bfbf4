import type { MemberRecord, WorkspaceRecord } from "../../workspace/records.ts";
import type { Database } from "../database/database.ts";
import { readEach, type ReportUnreadable } from "../port/documents.ts";
import { disconnectOwned } from "./installations.ts";
import { type Script, statement } from "../database/script.ts";
import { createSearchIndex, type Entry } from "./search-index.ts";
import { memberDocuments, workspaceDocuments } from "./workspace-documents.ts";
import type { Members, Workspaces } from "../port/workspace-store.ts";

interface WorkspaceRow {
  readonly id: string;
  readonly document: string;
}

interface MemberRow {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly document: string;
}

const insert = statement(
  "insert into workspace (id, document) values ($1, $2) on conflict (id) do nothing returning id",
);
const select = statement<WorkspaceRow>("select id, document from workspace where id = $1");
const page = statement<WorkspaceRow>(
  "select id, document from workspace order by id limit $1 offset $2",
);
const count = statement<{ total: number }>("select count(*) as total from workspace");
const update = statement("update workspace set document = $2 where id = $1 returning id");
const remove = statement("delete from workspace where id = $1 returning id");

export function createWorkspaces(database: Database, report: ReportUnreadable): Workspaces {
  const index = createSearchIndex(database, {
    table: "workspace",
    key: "id",
    columns: "id, document",
    index: "workspace_search",
    read: openWorkspace,
    entryOf,
    report,
  });

  return {
    create: (workspace) =>
      database.write(function* create() {
        const rows = yield* insert(workspace.id, workspaceDocuments.write(workspace));
        if (rows.length > 0) yield* index.write(entryOf(workspace));
        return rows.length > 0;
      }),

    async find(id) {
      const [row] = await database.read(() => select(id));
      return row && openWorkspace(row);
    },

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const rows = yield* page(limit, offset);
        const [all] = yield* count();
        return {
          items: readEach(rows, openWorkspace, report),
          total: all?.total ?? 0,
        };
      }),

    search: (search, wanted) => index.list({ search }, wanted),

    replace: (workspace) =>
      database.write(function* replace() {
        const rows = yield* update(workspace.id, workspaceDocuments.write(workspace));
        if (rows.length > 0) yield* index.write(entryOf(workspace));
        return rows.length > 0;
      }),

    async delete(id) {
      return (await database.write(() => remove(id))).length > 0;
    },
  };
}

function entryOf({ id, name }: WorkspaceRecord): Entry {
  return { id, words: [id, name] };
}

const insertMember = statement(
  `insert into workspace_member (workspace_id, user_id, subject, document) values ($1, $2, $3, $4)
   on conflict do nothing returning user_id`,
);
const selectMember = statement<MemberRow>(
  "select workspace_id, user_id, document from workspace_member where workspace_id = $1 and user_id = $2",
);
const memberPage = statement<MemberRow>(
  "select workspace_id, user_id, document from workspace_member where workspace_id = $1 order by user_id limit $2 offset $3",
);
const countMembers = statement<{ total: number }>(
  "select count(*) as total from workspace_member where workspace_id = $1",
);
const bySubject = statement<MemberRow>(
  "select workspace_id, user_id, document from workspace_member where subject = $1 order by workspace_id",
);
const rival = statement(
  "select user_id from workspace_member where workspace_id = $1 and subject = $2 and user_id <> $3",
);
const updateMember = statement(
  `update workspace_member set subject = $3, document = $4
   where workspace_id = $1 and user_id = $2 returning user_id`,
);
const removeMember = statement(
  "delete from workspace_member where workspace_id = $1 and user_id = $2 returning user_id",
);

export function createMembers(database: Database, report: ReportUnreadable): Members {
  return {
    async create(member) {
      const { workspace_id, user_id, subject } = member;
      const document = memberDocuments.write(member);
      const rows = await database.write(() =>
        insertMember(workspace_id, user_id, subject, document),
      );
      return rows.length > 0;
    },

    async find(workspace_id, user_id) {
      const [row] = await database.read(() => selectMember(workspace_id, user_id));
      return row && openMember(row);
    },

    list: (workspace_id, { limit, offset }) =>
      database.read(function* list() {
        const rows = yield* memberPage(workspace_id, limit, offset);
        const [all] = yield* countMembers(workspace_id);
        return {
          items: readEach(rows, openMember, report),
          total: all?.total ?? 0,
        };
      }),

    async ofSubject(subject) {
      const rows = await database.read(() => bySubject(subject));
      return readEach(rows, openMember, report);
    },

    replace: (member) => database.write(() => replaceMember(member)),

    delete: (workspace_id, user_id, now) =>
      database.write(function* leave() {
        const rows = yield* removeMember(workspace_id, user_id);
        if (rows.length > 0) yield* disconnectOwned(workspace_id, user_id, now, report);
        return rows.length > 0;
      }),
  };
}

function* replaceMember(member: MemberRecord): Script<boolean> {
  const { workspace_id, user_id, subject } = member;
  const rivals = yield* rival(workspace_id, subject, user_id);
  if (rivals.length > 0) return false;
  const rows = yield* updateMember(workspace_id, user_id, subject, memberDocuments.write(member));
  return rows.length > 0;
}

function openWorkspace({ id, document }: WorkspaceRow): WorkspaceRecord {
  return workspaceDocuments.read(id, document);
}

function openMember({ workspace_id, user_id, document }: MemberRow): MemberRecord {
  return memberDocuments.read(`${workspace_id} ${user_id}`, document);
}
