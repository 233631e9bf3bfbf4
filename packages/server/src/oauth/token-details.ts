/** What a token says beside its scope and audience. */

import type { JsonObject } from "@latchkey/api";
import type { AuthorizationDetail } from "./authorization-details/parse-details.ts";

/** RFC 7800 §3.1: the key that a token is bound to; a caller that presents the token must prove that it has the key. */
export interface Confirmation {
  /** RFC 9449 §6.1: the thumbprint of the key of DPoP proofs. */
  readonly jkt?: string;
  /** RFC 8705 §3.1: the thumbprint of a TLS client certificate. */
  readonly "x5t#S256"?: string;
}

/** Claims of a token that most tokens do not have. They appear in JWT access tokens and in introspection as they are here. */
export interface TokenDetails {
  readonly cnf?: Confirmation;
  /** RFC 8693 §4.1: who acts for the subject. */
  readonly act?: JsonObject;
  /** RFC 8693 §4.4: who may act for the subject. */
  readonly may_act?: JsonObject;
  /** RFC 9396 §9: what was granted in detail. */
  readonly authorization_details?: readonly AuthorizationDetail[];
  /** RFC 9470 §6: the authentication level of the user, and when they signed in, in unix seconds. */
  readonly acr?: string;
  readonly auth_time?: number;
}

/** RFC 9449 §5: a token that is bound to a key of DPoP proofs is not a bearer token. */
export function tokenTypeOf(details: TokenDetails | undefined): "DPoP" | "Bearer" {
  return details?.cnf?.jkt === undefined ? "Bearer" : "DPoP";
}
