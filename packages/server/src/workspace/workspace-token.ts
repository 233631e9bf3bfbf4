import { capabilities, type Capability } from "@latchkey/api";
import type { GrantToken } from "../oauth/grant.ts";
import { isOwnerPresent } from "./owner.ts";
import type {
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
} from "./records.ts";

/** A token of a grant, and the grant that vouches for it. */
export interface WorkspaceToken {
  readonly token: GrantToken;
  readonly grant: WorkspaceGrant;
}

/** What a token is held against: what is left of everything it stands on. */
export interface TokenFacts {
  readonly integration: IntegrationRecord | undefined;
  readonly installation: InstallationRecord | undefined;
  /** The owner as they are in the workspace now; undefined where they left, or the owner is the workspace. */
  readonly member: MemberRecord | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** Whether a token is good: it is of the present pair, and integration, installation and owner are still there. */
export function isWorkspaceTokenActive(
  { token, grant }: WorkspaceToken,
  { integration, installation, member, now }: TokenFacts,
): boolean {
  if (integration?.id !== grant.integration_id || !integration.enabled) return false;
  if (grant.revoked_at !== undefined || token.expires_at <= now) return false;
  if (token.generation === 0 || token.generation !== grant.generation) return false;
  return isInstalled(grant, installation) && isOwnerPresent(grant.session.owner, member);
}

/** Whether the bot of a grant is still at work. */
export function isInstalled(
  { bot_id }: WorkspaceGrant,
  installation: InstallationRecord | undefined,
): boolean {
  return installation?.status === "active" && installation.bot_id === bot_id;
}

/** What a grant allows, in the order in which it is told: what was allowed, less what the integration lost since. */
export function effectiveCapabilities(
  { session }: WorkspaceGrant,
  integration: IntegrationRecord,
): readonly Capability[] {
  return capabilities.filter(
    (name) => session.capabilities.includes(name) && integration.capabilities.includes(name),
  );
}
