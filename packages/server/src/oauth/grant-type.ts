/** RFC 6749 §5.2: whether a client may use a `grant_type`. */

import { type Client, effectiveGrantTypes } from "./client.ts";
import type { RejectionOf, Rejections } from "./rejection.ts";
import { err, ok, type Result } from "../result.ts";

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
export type GrantTypeRejection = RejectionOf<typeof grantTypeRejections>;

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

/** RFC 6749 §5.2. */
export const grantTypeRejections = {
  client_public: {
    // Of client_credentials the error of Hydra, which clients may know.
    error: ({ grant_type }: { grant_type: string }) =>
      grant_type === "client_credentials" ? "invalid_grant" : "unauthorized_client",
    description: ({ grant_type }: { grant_type: string }) =>
      `A public client cannot use the grant type ${grant_type}.`,
  },
  grant_type_not_registered: {
    error: "unauthorized_client",
    description: ({ grant_type }: { grant_type: string }) =>
      `The client may not use the grant type ${grant_type}. Add it to the client's grant_types.`,
    reference: "RFC 6749 §5.2",
    fix: "Add the grant type to the client's grant_types.",
  },
} satisfies Rejections;
