import {
  type Replacing,
  type RowOf,
  type SealedDocuments,
  type Sealer,
  documents,
  documentText,
  nullable as optional,
  or,
  pick,
  required,
  sealedDocument,
  sealedDocuments,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import type { IntegrationRecord, WebhookRecord } from "../rules/records.ts";

export const integration = table("integration", {
  id: text,
  client_id: text,
  document: documentText,
  /** Sealed; null where it has none. */
  webhook: optional(sealedDocument),
});

export const sealedWebhookTargets = sealedColumn(integration, {
  column: "webhook",
  key: ["id"],
  contextsOf: ({ id }) => documentContexts(id, "webhook"),
});

export const integrationDocuments = documents<Omit<IntegrationRecord, "webhook">>({
  table: "integration",
  fields: {
    id: required("text"),
    name: or(""),
    icon: or(null, "text"),
    kind: required("text"),
    client_id: required("text"),
    secrets: or([]),
    tokens: or([]),
    redirect_uris: or([]),
    capabilities: or([]),
    capability_revision: required("number"),
    install_scope: required("text", "list"),
    template: or(null, "object"),
    allow_workspace_owner: or(false),
    enabled: or(true),
    description: or(null, "text"),
    install_url: or(null, "text"),
    listed: or(false),
    created_at: required("number"),
    updated_at: required("number"),
  },
});

const webhookDocuments = documents<WebhookRecord>({
  table: "integration",
  fields: { url: required("text"), secrets: or([]) },
});

/** The webhooks of integrations, by the id of the integration. */
export function sealedWebhooks(sealer: Sealer): SealedDocuments<WebhookRecord> {
  return sealedDocuments("webhook", sealer, webhookDocuments);
}

/** The columns that a record is read from and written to; `client_id` never changes. */
export const rowColumns = pick(integration.columns, "id", "document", "webhook");

type IntegrationRow = RowOf<typeof rowColumns>;

/** Reads and writes the rows of integrations, whose webhooks are sealed. */
export function integrationRows(sealer: Sealer) {
  const webhooks = sealedWebhooks(sealer);

  const fromRow = ({ id, document, webhook }: IntegrationRow): IntegrationRecord => ({
    ...integrationDocuments.read(id, document),
    webhook: (webhook && webhooks.open(id, webhook)) ?? null,
  });

  const toRow = ({ webhook, ...record }: IntegrationRecord): IntegrationRow => ({
    id: record.id,
    document: integrationDocuments.write(record),
    webhook: webhook === null ? undefined : webhooks.seal(record.id, webhook),
  });

  /** The row of an integration in the place of another. */
  const replaceRow = (
    before: IntegrationRow,
    { webhook, ...record }: IntegrationRecord,
  ): RowOf<Replacing<typeof rowColumns>> => ({
    id: record.id,
    document: integrationDocuments.replace(before.document, record),
    webhook: webhook === null ? undefined : webhooks.replace(record.id, before.webhook, webhook),
  });

  return { fromRow, toRow, replaceRow };
}
