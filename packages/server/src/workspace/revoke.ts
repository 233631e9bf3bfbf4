/** RFC 7009: an integration gives a token back. */

import type { IntegrationRecord } from "./records.ts";
import type { WorkspaceToken } from "./workspace-token.ts";

/** What comes of giving a token back. The answer is the same. */
export type WorkspaceRevocationDecision =
  /** §2.1: the access token and the refresh token go together. */
  { readonly kind: "revoke_grant"; readonly grant_id: string } | { readonly kind: "nothing" };

/**
 * An integration revokes its own tokens, spent ones too, since it wants to be rid of what they stand for. Of another's,
 * or of none, it is told nothing, and nothing happens (§2.2).
 */
export function decideWorkspaceRevocation(
  found: WorkspaceToken | undefined,
  integration: IntegrationRecord,
  now: number,
): WorkspaceRevocationDecision {
  if (found === undefined) return nothing;
  const { token, grant } = found;
  const isOver = grant.revoked_at !== undefined || token.expires_at <= now;
  if (isOver || grant.integration_id !== integration.id) return nothing;
  return { kind: "revoke_grant", grant_id: grant.grant_id };
}

const nothing: WorkspaceRevocationDecision = { kind: "nothing" };

/** The answer to every revocation: an object, because clients parse it. */
export function describeWorkspaceRevocation(request_id: string): { readonly request_id: string } {
  return { request_id };
}
