/** RFC 6749 §6, RFC 9700 §4.14: a pair of tokens becomes the next pair, and a copy betrays itself. */

import type { GrantToken } from "../oauth/grant.ts";
import { isOwnerPresent } from "./owner.ts";
import type {
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
} from "./records.ts";
import { refusals } from "./refusals.ts";
import type { WorkspaceError } from "./workspace-error.ts";
import { isInstalled } from "./workspace-token.ts";

/** What a refresh token is held against. */
export interface WorkspaceRefreshFacts {
  readonly installation: InstallationRecord | undefined;
  /** The owner as they are in the workspace now; undefined where they left, or the owner is the workspace. */
  readonly member: MemberRecord | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The same moment in milliseconds. */
  readonly now_ms: number;
  /** How long a second request counts as one that lost a race and not as a theft. */
  readonly replay_window_ms: number;
}

/** What comes of showing a refresh token. */
export type WorkspaceRefreshDecision =
  /** To be carried out by moving the grant on by one generation: whoever fails at that is told `refresh_token_used`. */
  | { readonly kind: "rotate"; readonly grant: WorkspaceGrant }
  | { readonly kind: "reject"; readonly error: WorkspaceError }
  /** Two parties hold the same token, and one of them is a thief. */
  | { readonly kind: "revoke_grant"; readonly grant_id: string; readonly error: WorkspaceError };

/** Decides what a refresh token is good for. A stranger's attempt changes nothing. */
export function decideWorkspaceRefresh(
  token: GrantToken | undefined,
  grant: WorkspaceGrant | undefined,
  integration: IntegrationRecord,
  facts: WorkspaceRefreshFacts,
): WorkspaceRefreshDecision {
  if (!integration.enabled) return reject(refusals.credentials_wrong);
  if (integration.kind === "internal") return reject(refusals.grant_type_forbidden);
  if (token === undefined || grant?.integration_id !== integration.id) {
    return reject(refusals.refresh_token_invalid);
  }
  if (grant.revoked_at !== undefined) return reject(refusals.refresh_token_invalid);

  // From a future that a restored backup knows nothing of.
  if (token.generation > grant.generation) return reject(refusals.refresh_token_invalid);
  if (token.generation < grant.generation) return decideSecondUse(token, grant, facts);
  if (token.expires_at <= facts.now) return reject(refusals.refresh_token_invalid);

  const { owner, capability_revision } = grant.session;
  if (!isInstalled(grant, facts.installation)) return reject(refusals.installation_gone);
  if (!isOwnerPresent(owner, facts.member)) return reject(refusals.owner_gone);
  if (capability_revision !== integration.capability_revision) {
    return reject(refusals.capabilities_changed);
  }
  return { kind: "rotate", grant };
}

/** The loser of a race learns that it lost, and the winner's pair stays good. Later, nobody can tell who is who. */
function decideSecondUse(
  { generation }: GrantToken,
  { grant_id, generation: present, generation_at_ms }: WorkspaceGrant,
  { now_ms, replay_window_ms }: WorkspaceRefreshFacts,
): WorkspaceRefreshDecision {
  const isRace = generation === present - 1 && now_ms - generation_at_ms <= replay_window_ms;
  if (isRace) return reject(refusals.refresh_token_used);
  return { kind: "revoke_grant", grant_id, error: refusals.refresh_token_used };
}

function reject(error: WorkspaceError): WorkspaceRefreshDecision {
  return { kind: "reject", error };
}
