/** RFC 7009: token revocation. */

import type { FoundAccessToken } from "./access-token.ts";
import type { AuthenticatedClient } from "./client.ts";
import { belongsTo, type GrantedToken } from "./grant.ts";
import { type GrantKey, keyOf } from "./grant-key.ts";

/** The decision about a revocation request. The response is the same for all (§2.2). */
export type RevocationDecision =
  | { readonly kind: "revoke"; readonly token: FoundAccessToken }
  /** §2.1: all tokens of the grant are revoked together. */
  | { readonly kind: "revoke_grant"; readonly key: GrantKey }
  | { readonly kind: "nothing" };

/**
 * A client can revoke its own tokens; with a spent or expired one it revokes the grant. For a token of another client, or an
 * unknown one, nothing happens, and the response does not say so (§2.2).
 */
export function decideRevocation(
  token: FoundAccessToken | GrantedToken | undefined,
  client: AuthenticatedClient,
): RevocationDecision {
  if (token === undefined) return nothing;
  if ("grant" in token) {
    const { grant } = token;
    return belongsTo(grant, client) ? { kind: "revoke_grant", key: keyOf(grant) } : nothing;
  }
  return token.client_id === client.client_id ? { kind: "revoke", token } : nothing;
}

const nothing: RevocationDecision = { kind: "nothing" };
