import type { StoreTools } from "@latchkey/server/feature/store";
import { createInstallations } from "./installations.ts";
import { createIntegrations } from "./integrations.ts";
import { createMembers } from "./members.ts";
import type {
  Installations,
  Integrations,
  Members,
  WebhookDeliveries,
  WorkspaceGrants,
  Workspaces,
} from "./port.ts";
import { createWebhookDeliveries } from "./webhook-deliveries.ts";
import { createWorkspaceGrants } from "./workspace-grants.ts";
import { createWorkspaces } from "./workspaces.ts";

/** The tables of this feature. */
export interface WorkspaceStore {
  readonly workspaces: Workspaces;
  readonly members: Members;
  readonly integrations: Integrations;
  readonly installations: Installations;
  readonly webhook_deliveries: WebhookDeliveries;
  readonly workspace_grants: WorkspaceGrants;
}

export function createWorkspaceStore(tools: StoreTools): WorkspaceStore {
  const { database, revision, indexes, sealer, onUnreadable } = tools;
  return tools.traced({
    workspaces: createWorkspaces(database, indexes, onUnreadable),
    members: createMembers(database, onUnreadable),
    integrations: createIntegrations(database, revision, indexes, sealer, onUnreadable),
    installations: createInstallations(database, onUnreadable),
    webhook_deliveries: createWebhookDeliveries(database, sealer),
    workspace_grants: createWorkspaceGrants(database, sealer),
  });
}
