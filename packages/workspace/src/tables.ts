import type { StoredTables } from "@latchkey/server/feature/store";
import { workspaceMigrations } from "./migrations.ts";
import { sealedWebhookTargets } from "./store/integration-table.ts";
import { sealedDeliveryTargets } from "./store/webhook-deliveries.ts";
import { sealedWorkspaceGrants } from "./store/workspace-grants.ts";

export const workspaceTables: StoredTables = {
  migrations: workspaceMigrations,
  expiring: [
    { table: "workspace_grant", key: "grant_id", kind: "tokens", key_is_expiry: false },
    { table: "webhook_delivery", key: "delivery_id", kind: "others", key_is_expiry: false },
  ],
  sealed: [sealedWorkspaceGrants, sealedWebhookTargets, sealedDeliveryTargets],
};
