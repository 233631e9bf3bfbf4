import type { IntegrationRecord } from "../workspace/records.ts";
import type { Database } from "./database.ts";
import { readEach, type ReportUnreadable } from "./documents.ts";
import type { Revision } from "./revision.ts";
import { type Lookup, statement } from "./script.ts";
import { integrationDocuments } from "./workspace-documents.ts";
import type { Integrations } from "./workspace-store.ts";

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

  const [found, foundByClient] = [remember(byId), remember(byClient)];

  return {
    find: async (id) => found(id),
    findByClient: async (client_id) => foundByClient(client_id),

    create: (integration) =>
      revision.change(function* create() {
        const document = integrationDocuments.write(integration);
        const rows = yield* insert(integration.id, integration.client_id, document);
        yield* revision.raise();
        return rows.length > 0;
      }),

    list: ({ limit, offset }) =>
      database.read(function* list() {
        const rows = yield* page(limit, offset);
        const [all] = yield* count();
        return { items: readEach(rows, open, report), total: all?.total ?? 0 };
      }),

    change: (id, next) =>
      revision.change(function* change() {
        yield* revision.raise(); // Also the turnstile: two changes at once are made one after the other.
        const [row] = yield* select(id);
        if (row === undefined) return undefined;
        const changed = next(open(row));
        yield* update(id, integrationDocuments.write(changed));
        return changed;
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

function open({ id, document }: IntegrationRow): IntegrationRecord {
  return integrationDocuments.read(id, document);
}
