/** RFC 7009: token revocation by integrations. */

import type { IntegrationRecord } from "./records.ts";
import type { WorkspaceToken } from "./workspace-token.ts";

/** The decision about a revocation request. The response is the same for all (§2.2). */
export type WorkspaceRevocationDecision =
  /** §2.1: access token and refresh token are revoked together. */
  { readonly kind: "revoke_grant"; readonly grant_id: string } | { readonly kind: "nothing" };

/**
 * An integration can revoke its own tokens; with a spent one it revokes the grant. For a token of another integration, or an
 * unknown one, nothing happens, and the response does not say so (§2.2).
 */
export function decideWorkspaceRevocation(
  found: WorkspaceToken | undefined,
  integration: IntegrationRecord,
  now: number,
): WorkspaceRevocationDecision {
  if (found === undefined) return nothing;
  const { token, grant } = found;
  const isInvalid = grant.revoked_at !== undefined || token.expires_at <= now;
  if (isInvalid || grant.integration_id !== integration.id) return nothing;
  return { kind: "revoke_grant", grant_id: grant.grant_id };
}

const nothing: WorkspaceRevocationDecision = { kind: "nothing" };

/** The response: an object, since clients parse it. */
export function describeWorkspaceRevocation(request_id: string): { readonly request_id: string } {
  return { request_id };
}
