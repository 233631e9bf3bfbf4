/** RFC 7800 §3, RFC 8705 §3, RFC 9449 §6: which key tokens are bound to, and whether a request proved that it has it. */

import type { AuthenticatedClient, Client } from "../client.ts";
import { defineRejections, type RejectionOf } from "../rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import type { Confirmation } from "../token-details.ts";
import { certificateRejections } from "./client-certificate.ts";
import { proofRejections } from "./dpop.ts";

/** What a request at the token endpoint must prove. */
export interface BindingRequirements {
  /** The setting `oauth2.dpop.required`. */
  readonly dpop_required: boolean;
}

/** What a request at the token endpoint presented: whether there is a proof, and the certificate. */
export interface PresentedKeys {
  readonly has_proof: boolean;
  /** The thumbprint of a valid TLS client certificate. */
  readonly certificate: string | undefined;
}

/** What the tokens of a request are bound to. */
export type BindingDecision =
  | { readonly kind: "unbound" }
  /** The proof is still to be verified. */
  | { readonly kind: "verify_proof" }
  | { readonly kind: "bind"; readonly cnf: Confirmation };

/** Why a request gets no tokens. */
export type BindingRejection = RejectionOf<typeof bindingRejections>;

/** Whether a client gets no access token without proving a key. */
export function mustProveKey(client: Client, { dpop_required }: BindingRequirements): boolean {
  return (
    dpop_required ||
    client.dpop_bound_access_tokens ||
    client.tls_client_certificate_bound_access_tokens
  );
}

/** Decides what the tokens of a request are bound to. A token is bound to one key at most: RFC 7800 §3.1. */
export function decideBinding(
  client: Client,
  { has_proof, certificate }: PresentedKeys,
  { dpop_required }: BindingRequirements,
): Result<BindingDecision, BindingRejection> {
  if (client.tls_client_certificate_bound_access_tokens) {
    if (has_proof) return err({ reason: "keys_combined" });
    return certificate === undefined
      ? err({ reason: "certificate_to_bind_missing" }) // RFC 8705 §3: an unbound token would be a surprise.
      : ok({ kind: "bind", cnf: { "x5t#S256": certificate } });
  }
  if (has_proof) return ok({ kind: "verify_proof" });
  return client.dpop_bound_access_tokens || dpop_required
    ? err({ reason: "proof_missing" }) // RFC 9449 §5.2
    : ok({ kind: "unbound" });
}

/** RFC 6749 §5.2, RFC 8705 §3. */
export const bindingRejections = defineRejections("invalid_request", {
  /** There is no proof that could be invalid: RFC 6749 §5.2. */
  proof_missing: {
    ...proofRejections.proof_missing,
    error: "invalid_request",
    description: "Tokens of this client are bound to a key: send a DPoP proof in the DPoP header.",
  },
  certificate_to_bind_missing: {
    description:
      "Tokens of this client are bound to its TLS client certificate: present a valid one.",
    reference: "RFC 8705 §3",
    fix: certificateRejections.certificate_missing.fix,
  },
  keys_combined: {
    description:
      "Tokens of this client are bound to its TLS client certificate: leave out the DPoP header.",
    reference: "RFC 7800 §3.1",
    fix: "Send no DPoP proof, or turn off tls_client_certificate_bound_access_tokens.",
  },
});

/** Whether two confirmations are of the same key, or neither is of any. */
export function isSameKey(one: Confirmation | undefined, other: Confirmation | undefined): boolean {
  return one?.jkt === other?.jkt && one?.["x5t#S256"] === other?.["x5t#S256"];
}

/**
 * RFC 9449 §5, RFC 8705 §4: whether a client may use a refresh token. That of a public client is bound to the key of the
 * tokens that came with it; a confidential client authenticates instead, and may change its key.
 */
export function mayRefresh(cnf: Confirmation | undefined, client: AuthenticatedClient): boolean {
  if (cnf === undefined || !isRefreshTokenBound(client)) return true;
  return isSameKey(cnf, client.confirmation);
}

/** Whether the refresh tokens of a client are bound to its key. */
export function isRefreshTokenBound(client: Client): boolean {
  return client.token_endpoint_auth_method === "none";
}
