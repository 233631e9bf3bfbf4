import { homeWorkspace } from "../../../workspace/records.ts";
import type { InstallationRecord, IntegrationRecord } from "../../../workspace/records.ts";
import type { Sealer } from "../../../crypto/sealed.ts";
import { type Columns, integer, pick, type RowOf } from "../../database/columns.ts";
import type { Database } from "../../database/database.ts";
import { insertValues, type Lookup, names } from "../../database/sql.ts";
import { command, query, type Script } from "../../database/statement.ts";
import { readOr, type ReportUnreadable } from "../../port/documents.ts";
import type { Integrations } from "../../port/workspace-store.ts";
import { listPage } from "../list-page.ts";
import { changeInstallation, findOwned, makeDormant, writeInstallation } from "./installations.ts";
import { integration, integrationDocuments, sealedWebhooks } from "./integration-table.ts";
import type { Revision } from "../revision.ts";
import { createSearchIndex, type Entry, integration_search } from "../search-index.ts";
import { notifyOfChange, notifyOfRemoval } from "./webhook-deliveries.ts";
import { lockWorkspace } from "./workspace-lock.ts";

const { columns } = integration;
const by_key = pick(columns, "id");
const returns = pick(columns, "id", "document", "webhook");
const by_id: Lookup<typeof by_key, typeof returns> = {
  given: by_key,
  returns,
  sql: `select ${names(returns)} from integration where integration.id = :id`,
};
const of_client = pick(columns, "client_id");
const by_client: Lookup<typeof of_client, typeof returns> = {
  given: of_client,
  returns,
  sql: `select ${names(returns)} from integration where integration.client_id = :client_id`,
};
const insert = command({
  given: columns,
  sql: `insert into integration ${insertValues(columns)} on conflict do nothing returning id`,
});
const select = query({
  given: by_key,
  returns,
  sql: `select ${names(returns)} from integration where id = :id`,
});
const page = query({
  given: { limit: integer, offset: integer },
  returns,
  sql: `select ${names(returns)} from integration order by id limit :limit offset :offset`,
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
  given: by_key,
  sql: "delete from workspace_grant where integration_id = :id",
});
const remove = command({
  given: by_key,
  sql: "delete from integration where id = :id returning id",
});

export function createIntegrations(
  database: Database,
  revision: Revision,
  sealer: Sealer,
  report: ReportUnreadable,
): Integrations {
  const webhooks = sealedWebhooks(sealer);

  const fromRow = ({ id, document, webhook }: RowOf<typeof returns>): IntegrationRecord => ({
    ...integrationDocuments.read(id, document),
    webhook: (webhook && webhooks.open(id, webhook)) ?? null,
  });

  const toRow = ({ webhook, ...record }: IntegrationRecord): RowOf<typeof returns> => ({
    id: record.id,
    document: integrationDocuments.write(record),
    webhook: webhook === null ? undefined : webhooks.seal(record.id, webhook),
  });

  const cache = <Given extends Columns>(
    lookup: Lookup<Given, typeof returns>,
    given: (key: string) => RowOf<Given>,
  ) =>
    revision.cache(async (key) => {
      if (key.includes("\0")) return undefined; // PostgreSQL has no such text, so no integration has such an id.
      const row = await database.find(lookup, given(key));
      return row && fromRow(row);
    });
  const found = cache(by_id, (id) => ({ id }));
  const foundByClient = cache(by_client, (client_id) => ({ client_id }));

  const index = createSearchIndex(database, {
    table: integration.name,
    key: "id",
    columns: returns,
    index: integration_search,
    read: fromRow,
    entryOf,
    report,
    revision,
  });

  function* add(record: IntegrationRecord): Script<boolean> {
    const { client_id } = record;
    if ((yield* insert({ ...toRow(record), client_id })) === 0) return false;
    yield* index.write(entryOf(record));
    return true;
  }

  function* write(record: IntegrationRecord): Script<void> {
    yield* update(toRow(record));
  }

  return {
    find: async (id) => found(id),
    findByClient: async (client_id) => foundByClient(client_id),

    create: (record) =>
      revision.change(function* create() {
        const is_created = yield* add(record);
        yield* revision.increment();
        return is_created;
      }),

    createInternal: (record, { new_bot_id, now }) =>
      revision.change(function* createInternal() {
        yield* revision.increment();
        const workspace_id = yield* lockHome(record);
        if (workspace_id === undefined) return "workspace_missing";
        if (!(yield* add(record))) return "taken";
        const bot = newBot(record.id, workspace_id, new_bot_id, now);
        yield* changeInstallation(undefined, bot);
        return "created";
      }),

    list: (wanted) => database.read(() => listPage(page(wanted), count({}), fromRow, report)),

    search: (filter, wanted) => index.list(filter, wanted),

    change: (id, next) =>
      revision.change(function* change() {
        yield* revision.increment(); // Also a lock: concurrent changes are made one after the other.
        const [row] = yield* select({ id });
        if (row === undefined) return undefined;
        const present = fromRow(row);
        const changed = next(present);
        yield* write(changed);
        yield* index.write(entryOf(changed));
        yield* notifyOfChange(present, changed);
        return changed;
      }),

    issueToken: (id, next, { new_bot_id, now }) =>
      revision.change(function* issueToken() {
        yield* revision.increment(); // Also a lock, as in `change`.
        const [row] = yield* select({ id });
        if (row === undefined) return undefined;
        const record = fromRow(row);
        const workspace_id = yield* lockHome(record);
        if (workspace_id === undefined) return "workspace_missing";
        const bot = yield* findOwned(id, workspace_id, "");
        const active = { status: "active", updated_at: now } as const;
        const installed = { ...(bot ?? newBot(id, workspace_id, new_bot_id, now)), ...active };
        if (bot?.status === "active") yield* writeInstallation(installed);
        else yield* changeInstallation(bot, installed);
        const tokens = next(bot?.status === "disconnected" ? [] : record.tokens);
        const changed = { ...record, tokens, updated_at: now };
        yield* write(changed);
        return changed;
      }),

    revokeTokens: (id, now) =>
      revision.change(function* revokeTokens() {
        yield* revision.increment();
        const [row] = yield* select({ id });
        if (row === undefined) return false;
        const record = fromRow(row);
        yield* write({ ...record, tokens: [], updated_at: now });
        const bot = yield* findOwned(id, homeWorkspace(record) ?? "", "");
        if (bot !== undefined) yield* makeDormant(bot.bot_id, now);
        return true;
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

/** Locks the workspace of an internal integration, as every script that installs into it; undefined when it does not exist. */
function* lockHome(record: IntegrationRecord): Script<string | undefined> {
  const workspace_id = homeWorkspace(record);
  if (workspace_id === undefined) return undefined;
  return (yield* lockWorkspace(workspace_id)) ? workspace_id : undefined;
}

/** A bot that acts for its workspace, with no resource shared yet. */
function newBot(
  integration_id: string,
  workspace_id: string,
  bot_id: string,
  now: number,
): InstallationRecord {
  return {
    bot_id,
    integration_id,
    workspace_id,
    owner_type: "workspace",
    owner_user_id: null,
    status: "active",
    external_account: null,
    resources: [],
    created_at: now,
    updated_at: now,
  };
}
