import type { InstallationRecord, IntegrationRecord } from "../../workspace/records.ts";
import { homeWorkspace } from "../../workspace/home-workspace.ts";
import type { Database } from "../database/database.ts";
import { readEach, type ReportUnreadable } from "../port/documents.ts";
import { findOwned, keepInstallation, letSleep } from "./installations.ts";
import type { Revision } from "./revision.ts";
import { type Lookup, type Script, statement } from "../database/script.ts";
import { createSearchIndex, type Entry } from "./search-index.ts";
import { integrationDocuments } from "./workspace-documents.ts";
import { enterWorkspace } from "./workspace-resources.ts";
import type { Integrations } from "../port/workspace-store.ts";

interface IntegrationRow {
  readonly id: string;
  readonly document: string;
}

const byId: Lookup = {
  given: { id: "text" },
  select: "select id, document from integration where id = given.id",
};
const byClient: Lookup = {
  given: { client_id: "text" },
  select: "select id, document from integration where client_id = given.client_id",
};
const insert = statement(
  "insert into integration (id, client_id, document) values ($1, $2, $3) on conflict do nothing returning id",
);
const select = statement<IntegrationRow>("select id, document from integration where id = $1");
const page = statement<IntegrationRow>(
  "select id, document from integration order by id limit $1 offset $2",
);
const count = statement<{ total: number }>("select count(*) as total from integration");
const update = statement("update integration set document = $2 where id = $1");
const removeGrants = statement("delete from workspace_grant where integration_id = $1");
const remove = statement("delete from integration where id = $1 returning id");

export function createIntegrations(
  database: Database,
  revision: Revision,
  report: ReportUnreadable,
): Integrations {
  const remember = (lookup: Lookup) =>
    revision.remember(async (key) => {
      if (key.includes("\0")) return undefined; // PostgreSQL has no such text, and nobody such an id.
      const row = await database.find(lookup, key);
      return row === undefined ? undefined : open(row as unknown as IntegrationRow);
    });

  const index = createSearchIndex(database, {
    table: "integration",
    key: "id",
    columns: "id, document",
    index: "integration_search",
    read: open,
    entryOf,
    report,
    revision,
  });

  const [found, foundByClient] = [remember(byId), remember(byClient)];

  function* add(integration: IntegrationRecord): Script<boolean> {
    const { id, client_id } = integration;
    const rows = yield* insert(id, client_id, integrationDocuments.write(integration));
    if (rows.length === 0) return false;
    yield* index.write(entryOf(integration));
    return true;
  }

  return {
    find: async (id) => found(id),
    findByClient: async (client_id) => foundByClient(client_id),

    create: (integration) =>
      revision.change(function* create() {
        const isCreated = yield* add(integration);
        yield* revision.raise();
        return isCreated;
      }),

    createInternal: (integration, { new_bot_id, now }) =>
      revision.change(function* createInternal() {
        yield* revision.raise();
        const workspace_id = yield* enterHome(integration);
        if (workspace_id === undefined) return "workspace_missing";
        if (!(yield* add(integration))) return "taken";
        yield* keepInstallation(newBot(integration.id, workspace_id, new_bot_id, now));
        return "created";
      }),

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const rows = yield* page(limit, offset);
        const [all] = yield* count();
        return { items: readEach(rows, open, report), total: all?.total ?? 0 };
      }),

    search: (search, wanted) => index.list({ search }, wanted),

    change: (id, next) =>
      revision.change(function* change() {
        yield* revision.raise(); // Also the turnstile: two changes at once are made one after the other.
        const [row] = yield* select(id);
        if (row === undefined) return undefined;
        const changed = next(open(row));
        yield* update(id, integrationDocuments.write(changed));
        yield* index.write(entryOf(changed));
        return changed;
      }),

    issueToken: (id, next, { new_bot_id, now }) =>
      revision.change(function* issueToken() {
        yield* revision.raise(); // As in `change`: concurrent changes run one after the other.
        const [row] = yield* select(id);
        if (row === undefined) return undefined;
        const integration = open(row);
        const workspace_id = yield* enterHome(integration);
        if (workspace_id === undefined) return "workspace_missing";
        const bot = yield* findOwned(id, workspace_id, "");
        yield* keepInstallation({
          ...(bot ?? newBot(id, workspace_id, new_bot_id, now)),
          status: "active",
          updated_at: now,
        });
        const tokens = next(bot?.status === "disconnected" ? [] : integration.tokens);
        const changed = { ...integration, tokens, updated_at: now };
        yield* update(id, integrationDocuments.write(changed));
        return changed;
      }),

    revokeTokens: (id, now) =>
      revision.change(function* revokeTokens() {
        yield* revision.raise();
        const [row] = yield* select(id);
        if (row === undefined) return false;
        const integration = open(row);
        yield* update(
          id,
          integrationDocuments.write({ ...integration, tokens: [], updated_at: now }),
        );
        const bot = yield* findOwned(id, homeWorkspace(integration) ?? "", "");
        if (bot !== undefined) yield* letSleep(bot.bot_id);
        return true;
      }),

    delete: (id) =>
      revision.change(function* forget() {
        yield* removeGrants(id); // Or a later integration of the same id would inherit codes.
        const rows = yield* remove(id);
        yield* revision.raise();
        return rows.length > 0;
      }),
  };
}

function entryOf({ id, name, client_id }: IntegrationRecord): Entry {
  return { id, words: [id, name, client_id] };
}

/** The workspace of an internal integration, locked as by everyone who installs into it; undefined when it is gone. */
function* enterHome(integration: IntegrationRecord): Script<string | undefined> {
  const workspace_id = homeWorkspace(integration);
  if (workspace_id === undefined) return undefined;
  return (yield* enterWorkspace(workspace_id)) ? workspace_id : undefined;
}

/** A bot that acts for its workspace, with nothing shared yet. */
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

function open({ id, document }: IntegrationRow): IntegrationRecord {
  return integrationDocuments.read(id, document);
}
