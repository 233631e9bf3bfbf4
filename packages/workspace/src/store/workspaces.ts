import type { WorkspaceResource } from "@latchkey/api";
import {
  type Entry,
  type Replacing,
  type RowOf,
  type Script,
  type StoreTools,
  command,
  documents,
  documentText,
  entryColumns,
  insertValues,
  integer,
  names,
  or,
  orderByName,
  pick,
  query,
  readEach,
  readOr,
  replacing,
  required,
  table,
  text,
} from "@latchkey/server/feature/store";
import type { WorkspaceRecord } from "../rules/records.ts";
import { describeWorkspace } from "../rules/workspace-input.ts";
import type { Workspaces } from "./port.ts";
import { notifyOfAll } from "./installations.ts";
import { workspaceObject } from "./workspace-changes.ts";
import { lockWorkspace } from "./workspace-lock.ts";

export const workspace = table("workspace", { id: text, document: documentText });
export const workspace_search = table("workspace_search", entryColumns);

export const workspaceDocuments = documents<WorkspaceRecord>({
  table: "workspace",
  fields: {
    id: required("text"),
    name: or(null, "text"),
    icon: or(null, "text"),
    resources: or([]),
    created_at: required("number"),
    updated_at: required("number"),
  },
});

const { columns } = workspace;
const byKey = pick(columns, "id");
const insert = command({
  given: columns,
  sql: `insert into workspace ${insertValues(columns)} on conflict (id) do nothing returning id`,
});
const select = query({
  given: byKey,
  returns: columns,
  sql: `select ${names(columns)} from workspace where id = :id`,
});
const pageBy = (order: string) =>
  query({
    given: { limit: integer, offset: integer },
    returns: columns,
    sql: `select ${names(columns)} from workspace order by ${order} limit :limit offset :offset`,
  });
const pageByName = pageBy(orderByName("workspace", workspace_search));
const pageById = pageBy("id");
/** More are listed by id: there is no index of their names, and sorting 100,000 takes a second. */
const MAX_SORTED = 5_000;
const count = query({
  returns: { total: integer },
  sql: "select count(*) as total from workspace",
});
const update = command({
  given: replacing(columns),
  sql: "update workspace set document = :document where id = :id returning id",
});
const remove = query({
  given: byKey,
  returns: columns,
  sql: `delete from workspace where id = :id returning ${names(columns)}`,
});

export function createWorkspaces({
  changes,
  database,
  indexes,
  onUnreadable: report,
}: StoreTools): Workspaces {
  const index = indexes.create({
    table: workspace.name,
    key: "id",
    columns,
    index: workspace_search,
    order: "name",
    read: fromRow,
    entryOf,
    report,
  });

  return {
    create(created) {
      const record = changes.recorder();
      return database.write(function* create() {
        const inserted = yield* insert(toRow(created));
        if (inserted === 0) return false;
        yield* index.write(entryOf(created));
        const after = describeWorkspace(created);
        yield* record({ action: "created", object: workspaceObject(created.id), after });
        return true;
      });
    },

    async find(id) {
      const [row] = await database.read(() => select({ id }));
      return row && fromRow(row);
    },

    list: (wanted) =>
      database.read(function* list() {
        const [{ total } = { total: 0 }] = yield* count({});
        const page = total > MAX_SORTED ? pageById : pageByName;
        return { items: readEach(yield* page(wanted), fromRow, report), total };
      }),

    search: (search, wanted) => index.list({ search }, wanted),

    change(id, next) {
      const record = changes.recorder();
      return database.write(function* change() {
        // Concurrent changes are made one after the other.
        if (!(yield* lockWorkspace(id))) return undefined;
        const [row] = yield* select({ id });
        if (row === undefined) return undefined;
        const present = fromRow(row);
        const changed = next(present);
        if (!changed.ok) return changed;
        yield* update(replaceRow(row, changed.value));
        yield* index.write(entryOf(changed.value));
        yield* record({
          action: "updated",
          object: workspaceObject(id),
          before: describeWorkspace(present),
          after: describeWorkspace(changed.value),
        });
        return changed;
      });
    },

    delete(id, now) {
      const record = changes.recorder();
      return database.write(function* deleteWorkspace() {
        if (!(yield* lockWorkspace(id))) return false;
        yield* notifyOfAll(id, now);
        const [removed] = yield* remove({ id });
        if (removed === undefined) return false;
        const before = readOr(() => describeWorkspace(fromRow(removed)), undefined, report);
        yield* record({ action: "deleted", object: workspaceObject(id), before });
        return true;
      });
    },
  };
}

/** Adds a resource to a workspace; part of the script that duplicates a template into it. */
export function* addResource(id: string, resource: WorkspaceResource, now: number): Script<void> {
  const [row] = yield* select({ id });
  if (row === undefined) return;
  const found = fromRow(row);
  const resources = [...found.resources, { id: resource.id, title: resource.title }];
  yield* update(replaceRow(row, { ...found, resources, updated_at: now }));
}

function entryOf({ id, name }: WorkspaceRecord): Entry {
  return { id, words: [id, name], filters: {} };
}

function toRow(record: WorkspaceRecord): RowOf<typeof columns> {
  return { id: record.id, document: workspaceDocuments.write(record) };
}

function replaceRow(
  { id, document }: RowOf<typeof columns>,
  record: WorkspaceRecord,
): RowOf<Replacing<typeof columns>> {
  return { id, document: workspaceDocuments.replace(document, record) };
}

function fromRow({ id, document }: RowOf<typeof columns>): WorkspaceRecord {
  return workspaceDocuments.read(id, document);
}
