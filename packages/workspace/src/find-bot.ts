import { equalInConstantTime, hashGeneratedSecret } from "@latchkey/server/feature/endpoints";
import { liveSecrets } from "@latchkey/server/feature/rules";
import type { WorkspaceContext } from "./context.ts";
import { claimedIntegrationId } from "./integration-token.ts";
import type { Bot } from "./rules/bot-user.ts";
import { homeWorkspace } from "./rules/records.ts";
import { effectiveCapabilities, isWorkspaceTokenActive } from "./rules/workspace-token.ts";
import { findStanding, findWorkspaceToken } from "./standing.ts";
import { tokenKinds } from "./token-kinds.ts";

/** The bot that an access token belongs to, if it is valid: one issued over OAuth, or that of an internal integration. */
export async function findBot(token: string, context: WorkspaceContext): Promise<Bot | undefined> {
  const claimed = claimedIntegrationId(token);
  return claimed === undefined
    ? findGrantedBot(token, context)
    : findInternalBot(token, claimed, context);
}

async function findGrantedBot(token: string, context: WorkspaceContext): Promise<Bot | undefined> {
  const found = await findWorkspaceToken(token, [tokenKinds.access_token], context);
  if (found === undefined) return undefined;
  const standing = await findStanding(found.grant, context);
  const { grant, integration, installation, workspace, member } = standing;
  const { token: requested } = found;
  if (!isWorkspaceTokenActive({ token: requested, grant }, { ...standing, now: context.now() }))
    return undefined;
  if (integration === undefined || installation === undefined || workspace === undefined)
    return undefined;
  return {
    installation,
    owner: grant.session.owner,
    capabilities: effectiveCapabilities(grant, integration),
    integration,
    workspace,
    member,
  };
}

async function findInternalBot(
  token: string,
  integration_id: string,
  { workspace: { store }, now }: WorkspaceContext,
): Promise<Bot | undefined> {
  const integration = await store.integrations.find(integration_id);
  if (integration === undefined || !integration.enabled) return undefined;
  const hash = hashGeneratedSecret(token);
  const isKnown = liveSecrets(integration.tokens, now()).some((stored) =>
    equalInConstantTime(stored.hash, hash),
  );
  if (!isKnown) return undefined;

  const workspaceId = homeWorkspace(integration);
  if (workspaceId === undefined) return undefined;
  const [installation, workspace] = await Promise.all([
    store.installations.findOfWorkspace(integration.id, workspaceId),
    store.workspaces.find(workspaceId),
  ]);
  if (installation?.status !== "active" || workspace === undefined) return undefined;
  return {
    installation,
    owner: { type: "workspace" },
    capabilities: integration.capabilities,
    integration,
    workspace,
    member: undefined,
  };
}
