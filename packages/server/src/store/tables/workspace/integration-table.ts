import type { Sealer } from "../../../crypto/sealed.ts";
import type { IntegrationRecord, WebhookRecord } from "../../../workspace/records.ts";
import { bytes, optional, table, text } from "../../database/columns.ts";
import { documents, or, required } from "../../port/documents.ts";
import { type SealedDocuments, sealedDocuments } from "../../port/sealed-documents.ts";

export const integration = table("integration", {
  id: text,
  client_id: text,
  document: text,
  /** Sealed; null where it has none. */
  webhook: optional(bytes),
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
