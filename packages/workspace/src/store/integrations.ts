import {
  type Columns,
  type Entry,
  type Lookup,
  type RowOf,
  type Script,
  type StoreTools,
  command,
  entryColumns,
  insertValues,
  integer,
  listPage,
  names,
  orderByName,
  pick,
  query,
  readOr,
  replacing,
  table,
  text,
} from "@latchkey/server/feature/store";
import type { IntegrationRecord } from "../rules/records.ts";
import { describeIntegration } from "../rules/integration-input.ts";
import type { Integrations } from "./port.ts";
import {
  integration,
  integrationDocuments,
  integrationRows,
  rowColumns,
} from "./integration-table.ts";
import { createInternalIntegrations } from "./internal-integrations.ts";
import { notifyOfChange, notifyOfRemoval } from "./webhook-deliveries.ts";
import { integrationObject } from "./workspace-changes.ts";

export const integration_search = table("integration_search", { ...entryColumns, listed: text });

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
  given: replacing(returns),
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

export function createIntegrations({
  changes,
  database,
  indexes,
  onUnreadable: report,
  revision,
  sealer,
}: StoreTools): Integrations {
  const { fromRow, toRow, replaceRow } = integrationRows(sealer);

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
    const [before] = yield* select({ id: record.id });
    if (before !== undefined) yield* update(replaceRow(before, record));
  }

  return {
    find: async (id) => found(id),
    findByClient: async (client_id) => foundByClient(client_id),

    create(created) {
      const record = changes.recorder();
      return revision.change(function* create() {
        const isCreated = yield* add(created);
        yield* revision.increment();
        if (isCreated)
          yield* record({
            action: "created",
            object: integrationObject(created.id),
            after: describeIntegration(created),
          });
        return isCreated;
      });
    },

    ...createInternalIntegrations({ changes, revision }, { add, read, write }),

    list: (wanted) => database.read(() => listPage(page(wanted), count({}), fromRow, report)),

    search: (filter, wanted) => index.list(filter, wanted),

    change(id, next) {
      const record = changes.recorder();
      return revision.change(function* change() {
        yield* revision.increment(); // Also a lock: concurrent changes are made one after the other.
        const present = yield* read(id);
        if (present === undefined) return undefined;
        const changed = next(present);
        yield* write(changed);
        yield* index.write(entryOf(changed));
        yield* notifyOfChange(present, changed);
        if (changed !== present)
          yield* record({
            action: actionOf(present, changed),
            object: integrationObject(id),
            before: describeIntegration(present),
            after: describeIntegration(changed),
          });
        return changed;
      });
    },

    delete(id, now) {
      const record = changes.recorder();
      return revision.change(function* deleteIntegration() {
        yield* revision.increment(); // Also a lock, as in `change`.
        yield* removeGrants({ id }); // Otherwise a later integration with the same id would inherit codes.
        const [row] = yield* select({ id });
        const described =
          row && readOr(() => integrationDocuments.read(id, row.document), undefined, report);
        if (described !== undefined) yield* notifyOfRemoval(described, row?.webhook, now);
        if ((yield* remove({ id })) === 0) return false;
        const before = row && readOr(() => describeIntegration(fromRow(row)), undefined, report);
        yield* record({ action: "deleted", object: integrationObject(id), before });
        return true;
      });
    },
  };
}

/** What a change is called, which replaces a secret or what is described. */
function actionOf(before: IntegrationRecord, after: IntegrationRecord): string {
  if (before.secrets[0]?.hash !== after.secrets[0]?.hash) return "secret_rotated";
  const isSigned = before.webhook?.secrets[0]?.secret === after.webhook?.secrets[0]?.secret;
  const isSameUrl = before.webhook?.url === after.webhook?.url;
  return isSameUrl && !isSigned ? "webhook_secret_rotated" : "updated";
}

function entryOf({ id, name, client_id, listed }: IntegrationRecord): Entry<"listed"> {
  return { id, words: [id, name, client_id], filters: { listed: String(listed) } };
}
