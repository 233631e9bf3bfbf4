/** RFC 6749 §6, RFC 9700 §4.14: the refresh tokens of integrations, with rotation and replay detection. */

import type { RequestToken } from "@latchkey/server/feature/rules";
import { isOwnerPresent } from "./owner.ts";
import type {
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
} from "./records.ts";
import { workspaceErrors } from "./errors.ts";
import type { WorkspaceError } from "./workspace-error.ts";
import { isInstalled } from "./workspace-token.ts";

/** What the token depends on, the settings and the time that apply. */
export interface WorkspaceRefreshFacts {
  readonly installation: InstallationRecord | undefined;
  /** The owner's current membership; undefined when they left, or the owner is the workspace. */
  readonly member: MemberRecord | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The same time in milliseconds. */
  readonly now_ms: number;
  /** How long a second request counts as a duplicate and not as a replay. */
  readonly replay_window_ms: number;
  /** Whether a duplicate gets the same pair again, because its response may have been lost. */
  readonly repeat: boolean;
}

/** The decision about a refresh token. */
export type WorkspaceRefreshDecision =
  /** Carried out by a compare-and-swap of the grant to its next generation; a request that fails there gets `refresh_token_used`. */
  | { readonly kind: "rotate"; readonly grant: WorkspaceGrant }
  /** The pair of the current generation is returned again, and nothing changes. */
  | { readonly kind: "repeat"; readonly grant: WorkspaceGrant }
  | { readonly kind: "reject"; readonly error: WorkspaceError }
  /** The token was replayed: two parties have it, so all tokens of the grant are revoked (RFC 9700 §4.14.2). */
  | { readonly kind: "revoke_grant"; readonly grant_id: string; readonly error: WorkspaceError };

/** Decides about a refresh token. A request of another integration changes nothing. */
export function decideWorkspaceRefresh(
  token: RequestToken | undefined,
  grant: WorkspaceGrant | undefined,
  integration: IntegrationRecord,
  facts: WorkspaceRefreshFacts,
): WorkspaceRefreshDecision {
  if (!integration.enabled) return reject(workspaceErrors.credentials_wrong);
  if (integration.kind === "internal") return reject(workspaceErrors.grant_type_forbidden);
  if (token === undefined || grant?.integration_id !== integration.id) {
    return reject(workspaceErrors.refresh_token_invalid);
  }
  if (grant.revoked_at !== undefined) return reject(workspaceErrors.refresh_token_invalid);

  // Issued after the backup from which the database was restored.
  if (token.generation > grant.generation) return reject(workspaceErrors.refresh_token_invalid);
  const isSpent = token.generation < grant.generation;
  const isDuplicate = isSpent && isConcurrent(token, grant, facts);
  if (isSpent && !isDuplicate) {
    const { grant_id } = grant;
    return { kind: "revoke_grant", grant_id, error: workspaceErrors.refresh_token_used };
  }
  if (isDuplicate && !facts.repeat) return reject(workspaceErrors.refresh_token_used);
  if (token.expires_at <= facts.now) return reject(workspaceErrors.refresh_token_invalid);

  const { owner, capability_revision } = grant.session;
  if (!isInstalled(grant, facts.installation)) return reject(workspaceErrors.installation_gone);
  if (!isOwnerPresent(owner, facts.member)) return reject(workspaceErrors.owner_gone);
  if (capability_revision !== integration.capability_revision) {
    return reject(workspaceErrors.capabilities_changed);
  }
  return { kind: isDuplicate ? "repeat" : "rotate", grant };
}

/** Whether the second use of a token is a duplicate request: the new pair stays valid. A later one is a replay. */
function isConcurrent(
  { generation }: RequestToken,
  { generation: current, generation_at_ms }: WorkspaceGrant,
  { now_ms, replay_window_ms }: WorkspaceRefreshFacts,
): boolean {
  return generation === current - 1 && now_ms - generation_at_ms <= replay_window_ms;
}

function reject(error: WorkspaceError): WorkspaceRefreshDecision {
  return { kind: "reject", error };
}
