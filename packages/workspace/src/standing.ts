import { type FeatureTokenKind, readGrantToken } from "@latchkey/server/feature/endpoints";
import type { WorkspaceContext } from "./context.ts";
import type {
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
  WorkspaceRecord,
} from "./rules/records.ts";
import { heldBy } from "./rules/owner.ts";
import type { WorkspaceToken } from "./rules/workspace-token.ts";

/** A grant with the records that it depends on, as far as they exist. */
export interface Standing {
  /** Revoked, if everything of its user was ended after it was requested. */
  readonly grant: WorkspaceGrant;
  readonly integration: IntegrationRecord | undefined;
  readonly installation: InstallationRecord | undefined;
  readonly workspace: WorkspaceRecord | undefined;
  readonly member: MemberRecord | undefined;
}

/** Loads the records that a grant depends on. */
export async function findStanding(
  grant: WorkspaceGrant,
  { store: { tools }, now, workspace: { store } }: WorkspaceContext,
): Promise<Standing> {
  const { workspace_id, owner } = grant.session;
  const [integration, installation, workspace, member] = await Promise.all([
    store.integrations.find(grant.integration_id),
    grant.bot_id === undefined ? undefined : store.installations.find(grant.bot_id),
    store.workspaces.find(workspace_id),
    owner.type === "user" ? store.members.find(workspace_id, owner.user_id) : undefined,
  ]);
  const isEnded = await tools.endings.isEnded(heldBy(grant, member));
  return {
    grant: isEnded ? { ...grant, revoked_at: grant.revoked_at ?? now() } : grant,
    integration,
    installation,
    workspace,
    member,
  };
}

/** A token of one of these kinds, with its grant. */
export async function findWorkspaceToken(
  presented: string | undefined,
  kinds: readonly FeatureTokenKind[],
  { signer, workspace: { store } }: WorkspaceContext,
): Promise<WorkspaceToken | undefined> {
  if (presented === undefined) return undefined;
  for (const kind of kinds) {
    const token = readGrantToken(signer, kind, presented);
    const grant = token && (await store.workspace_grants.find(token.grant_id));
    if (token !== undefined && grant !== undefined) return { token, grant };
  }
  return undefined;
}
