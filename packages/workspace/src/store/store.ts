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
  const { database, sealer } = tools;
  return tools.traced({
    workspaces: createWorkspaces(tools),
    members: createMembers(tools),
    integrations: createIntegrations(tools),
    installations: createInstallations(tools),
    webhook_deliveries: createWebhookDeliveries(database, sealer),
    workspace_grants: createWorkspaceGrants(tools),
  });
}
