/** The access tokens of integrations. */

import { capabilities, type Capability } from "@latchkey/api";
import type { RequestToken } from "@latchkey/server/feature/rules";
import { isOwnerPresent } from "./owner.ts";
import type {
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
} from "./records.ts";

/** A token and its grant. */
export interface WorkspaceToken {
  readonly token: RequestToken;
  readonly grant: WorkspaceGrant;
}

/** What a token depends on, as it is now. */
export interface TokenFacts {
  readonly integration: IntegrationRecord | undefined;
  readonly installation: InstallationRecord | undefined;
  /** The owner's current membership; undefined when they left, or the owner is the workspace. */
  readonly member: MemberRecord | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** Whether a token is valid: it is of the current pair, and integration, installation and owner still exist. */
export function isWorkspaceTokenActive(
  { token, grant }: WorkspaceToken,
  { integration, installation, member, now }: TokenFacts,
): boolean {
  if (integration?.id !== grant.integration_id || !integration.enabled) return false;
  if (grant.revoked_at !== undefined || token.expires_at <= now) return false;
  if (token.generation === 0 || token.generation !== grant.generation) return false;
  return isInstalled(grant, installation) && isOwnerPresent(grant.session.owner, member);
}

/** Whether the installation of a grant is active. */
export function isInstalled(
  { bot_id }: WorkspaceGrant,
  installation: InstallationRecord | undefined,
): boolean {
  return installation?.status === "active" && installation.bot_id === bot_id;
}

/** The capabilities of a grant: those that were allowed and that the integration still has, in the order of `capabilities`. */
export function effectiveCapabilities(
  { session }: WorkspaceGrant,
  integration: IntegrationRecord,
): readonly Capability[] {
  return capabilities.filter(
    (name) => session.capabilities.includes(name) && integration.capabilities.includes(name),
  );
}
