/** RFC 7009: a client gives a token back. */

import type { AccessToken } from "./access-token.ts";
import type { AuthenticatedClient } from "./client.ts";
import { belongsTo, type GrantedToken } from "./grant.ts";

/** What comes of giving a token back. The answer is the same. */
export type RevocationDecision =
  | { readonly kind: "revoke"; readonly token: AccessToken }
  /** §2.1: an access token and the refresh token beside it go together. */
  | { readonly kind: "revoke_grant"; readonly grant_id: string }
  | { readonly kind: "nothing" };

/**
 * A client revokes its own tokens, spent and expired ones too, since it wants to be rid of what they stand for. Of
 * another's, or of none, it is told nothing, and nothing happens (§2.2).
 */
export function decideRevocation(
  token: AccessToken | GrantedToken | undefined,
  client: AuthenticatedClient,
): RevocationDecision {
  if (token === undefined) return nothing;
  if ("grant" in token) {
    const { grant } = token;
    return belongsTo(grant, client) ? { kind: "revoke_grant", grant_id: grant.grant_id } : nothing;
  }
  return token.client_id === client.client_id ? { kind: "revoke", token } : nothing;
}

const nothing: RevocationDecision = { kind: "nothing" };
