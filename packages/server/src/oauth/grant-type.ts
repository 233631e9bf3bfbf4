/** RFC 6749 §5.2: whether a client may use a `grant_type`. */

import { type Client, effectiveGrantTypes } from "./client.ts";
import type { OAuthError } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";

/** OpenID CIBA Core §4: backchannel authentication. Here, since the rules about clients know it. */
export const CIBA_GRANT = "urn:openid:params:grant-type:ciba";

/** What a grant type requires of the clients that use it. */
export interface GrantTypeRequirements {
  /** The value of the parameter `grant_type`, which clients register in `grant_types`. */
  readonly name: string;
  /** `confidential` excludes public clients, which authenticate with `none`. */
  readonly clients: "any" | "confidential";
}

/** Why a client may not use a grant type. */
export interface GrantTypeRejection {
  readonly reason: "client_public" | "grant_type_not_registered";
  readonly grant_type: string;
}

/** Checks the client before any of its parameters is read. */
export function verifyGrantTypeAllowed(
  client: Client,
  { name, clients }: GrantTypeRequirements,
): Result<void, GrantTypeRejection> {
  if (clients === "confidential" && client.token_endpoint_auth_method === "none") {
    return err({ reason: "client_public", grant_type: name }); // RFC 6749 §4.4
  }
  return effectiveGrantTypes(client).includes(name)
    ? ok(undefined)
    : err({ reason: "grant_type_not_registered", grant_type: name });
}

/** RFC 6749 §5.2: the error response. */
export function describeGrantTypeRejection({ reason, grant_type }: GrantTypeRejection): OAuthError {
  switch (reason) {
    case "client_public":
      return {
        // Of client_credentials the error of Hydra, which clients may know.
        error: grant_type === "client_credentials" ? "invalid_grant" : "unauthorized_client",
        error_description: `A public client cannot use the grant type ${grant_type}.`,
        reason,
      };
    case "grant_type_not_registered":
      return {
        error: "unauthorized_client",
        error_description: `The client may not use the grant type ${grant_type}. Add it to the client's grant_types.`,
        reason,
      };
  }
}
