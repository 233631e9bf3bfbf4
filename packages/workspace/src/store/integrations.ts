import {
  type Columns,
  type Database,
  type Entry,
  type Lookup,
  type ReportUnreadable,
  type Revision,
  type RowOf,
  type Script,
  type Sealer,
  type SearchIndexes,
  command,
  entry_columns,
  insertValues,
  integer,
  listPage,
  names,
  orderByName,
  pick,
  query,
  readOr,
  table,
  text,
} from "@latchkey/server/feature/store";
import type { IntegrationRecord } from "../rules/records.ts";
import type { Integrations } from "./port.ts";
import {
  integration,
  integrationDocuments,
  integrationRows,
  rowColumns,
} from "./integration-table.ts";
import { createInternalIntegrations } from "./internal-integrations.ts";
import { notifyOfChange, notifyOfRemoval } from "./webhook-deliveries.ts";

export const integration_search = table("integration_search", { ...entry_columns, listed: text });

const { columns } = integration;
const byKey = pick(columns, "id");
const returns = rowColumns;
const byId: Lookup<typeof byKey, typeof returns> = {
  table: "integration",
  given: byKey,
  returns,
};
const ofClient = pick(columns, "client_id");
const byClient: Lookup<typeof ofClient, typeof returns> = {
  table: "integration",
  given: ofClient,
  returns,
};
const insert = command({
  given: columns,
  sql: `insert into integration ${insertValues(columns)} on conflict do nothing returning id`,
});
const select = query({
  given: byKey,
  returns,
  sql: `select ${names(returns)} from integration where id = :id`,
});
const page = query({
  given: { limit: integer, offset: integer },
  returns,
  sql: `select ${names(returns)} from integration
   order by ${orderByName("integration", integration_search)} limit :limit offset :offset`,
});
const count = query({
  returns: { total: integer },
  sql: "select count(*) as total from integration",
});
const update = command({
  given: returns,
  sql: "update integration set document = :document, webhook = :webhook where id = :id",
});
const removeGrants = command({
  given: byKey,
  sql: "delete from workspace_grant where integration_id = :id",
});
const remove = command({
  given: byKey,
  sql: "delete from integration where id = :id returning id",
});

export function createIntegrations(
  database: Database,
  revision: Revision,
  indexes: SearchIndexes,
  sealer: Sealer,
  report: ReportUnreadable,
): Integrations {
  const { fromRow, toRow } = integrationRows(sealer);

  const cache = <Given extends Columns>(
    lookup: Lookup<Given, typeof returns>,
    given: (key: string) => RowOf<Given>,
  ) =>
    revision.cache(async (key) => {
      if (key.includes("\0")) return undefined; // PostgreSQL has no such text, so no integration has such an id.
      const row = await database.find(lookup, given(key));
      return row && fromRow(row);
    });
  const found = cache(byId, (id) => ({ id }));
  const foundByClient = cache(byClient, (client_id) => ({ client_id }));

  const index = indexes.create({
    table: integration.name,
    key: "id",
    columns: returns,
    index: integration_search,
    order: "name",
    read: fromRow,
    entryOf,
    report,
  });

  function* add(record: IntegrationRecord): Script<boolean> {
    const { client_id } = record;
    if ((yield* insert({ ...toRow(record), client_id })) === 0) return false;
    yield* index.write(entryOf(record));
    return true;
  }

  function* read(id: string): Script<IntegrationRecord | undefined> {
    const [row] = yield* select({ id });
    return row && fromRow(row);
  }

  function* write(record: IntegrationRecord): Script<void> {
    yield* update(toRow(record));
  }

  return {
    find: async (id) => found(id),
    findByClient: async (client_id) => foundByClient(client_id),

    create: (record) =>
      revision.change(function* create() {
        const isCreated = yield* add(record);
        yield* revision.increment();
        return isCreated;
      }),

    ...createInternalIntegrations(revision, { add, read, write }),

    list: (wanted) => database.read(() => listPage(page(wanted), count({}), fromRow, report)),

    search: (filter, wanted) => index.list(filter, wanted),

    change: (id, next) =>
      revision.change(function* change() {
        yield* revision.increment(); // Also a lock: concurrent changes are made one after the other.
        const present = yield* read(id);
        if (present === undefined) return undefined;
        const changed = next(present);
        yield* write(changed);
        yield* index.write(entryOf(changed));
        yield* notifyOfChange(present, changed);
        return changed;
      }),

    delete: (id, now) =>
      revision.change(function* deleteIntegration() {
        yield* revision.increment(); // Also a lock, as in `change`.
        yield* removeGrants({ id }); // Otherwise a later integration with the same id would inherit codes.
        const [row] = yield* select({ id });
        const record =
          row && readOr(() => integrationDocuments.read(id, row.document), undefined, report);
        if (record !== undefined) yield* notifyOfRemoval(record, row?.webhook, now);
        return (yield* remove({ id })) > 0;
      }),
  };
}

function entryOf({ id, name, client_id, listed }: IntegrationRecord): Entry<"listed"> {
  return { id, words: [id, name, client_id], filters: { listed: String(listed) } };
}
