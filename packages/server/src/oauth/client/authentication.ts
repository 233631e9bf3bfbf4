/** RFC 6749 §2.3: client authentication. */

import type { AuthenticatedClient, Client, ClientAuthMethod } from "../client.ts";
import {
  type CertificateRejection,
  describeCertificateRejection,
} from "../binding/client-certificate.ts";
import type { AssertionRejection } from "./assertion.ts";
import type { Credentials } from "./credentials.ts";
import type { OAuthError } from "../oauth-error.ts";

/** What remains to be checked before the client is authenticated. */
export type ClientAuthenticationDecision =
  | {
      readonly kind: "check_secret";
      readonly client: Client;
      readonly client_secret: string;
      readonly client_secret_hash: string;
    }
  | { readonly kind: "check_assertion"; readonly client: Client; readonly assertion: string }
  | { readonly kind: "check_certificate"; readonly client: Client; readonly method: TlsAuthMethod }
  /** A public client has no credentials. */
  | { readonly kind: "accept"; readonly client: Client }
  | { readonly kind: "reject"; readonly rejection: ClientAuthenticationRejection };

/** Why client authentication failed. Only operators see which reason it was. */
export type ClientAuthenticationRejection =
  | { readonly reason: "client_unknown" }
  | { readonly reason: "client_id_contradicted"; readonly claimed: string }
  | {
      readonly reason: "method_not_registered";
      readonly used: ClientAuthMethod;
      readonly registered: ClientAuthMethod;
    }
  | { readonly reason: "secret_not_set" }
  | { readonly reason: "secret_mismatch" }
  | { readonly reason: "assertion_not_verified"; readonly detail: string }
  | { readonly reason: "assertion_refused"; readonly rejection: AssertionRejection }
  | CertificateRejection;

/** RFC 8705 §2: the methods with a TLS client certificate. */
type TlsAuthMethod = Extract<ClientAuthMethod, `${string}tls_client_auth`>;

/** Compares the credentials with the registration of the client, up to the cryptographic checks. */
export function decideClientAuthentication(
  client: Client | undefined,
  credentials: Credentials,
): ClientAuthenticationDecision {
  if (client === undefined) return reject({ reason: "client_unknown" });
  const { client_id: claimed, method: used } = credentials;
  if (claimed !== undefined && claimed !== client.client_id) {
    return reject({ reason: "client_id_contradicted", claimed });
  }
  const registered = client.token_endpoint_auth_method;
  // RFC 8705 §2: the form has the client_id alone; the certificate comes with the connection.
  if (used === "none" && isTlsMethod(registered)) {
    return { kind: "check_certificate", client, method: registered };
  }
  // Also rejects a public client that sends a secret: its developer expects the secret to be checked.
  if (used !== registered) return reject({ reason: "method_not_registered", used, registered });

  switch (credentials.method) {
    case "none":
      return { kind: "accept", client };
    case "private_key_jwt":
      return { kind: "check_assertion", client, assertion: credentials.assertion };
    case "client_secret_basic":
    case "client_secret_post": {
      const { client_secret_hash } = client;
      if (client_secret_hash === undefined) return reject({ reason: "secret_not_set" });
      return {
        kind: "check_secret",
        client,
        client_secret: credentials.client_secret,
        client_secret_hash,
      };
    }
  }
}

function isTlsMethod(method: ClientAuthMethod): method is TlsAuthMethod {
  return method === "tls_client_auth" || method === "self_signed_tls_client_auth";
}

/** Marks a client as authenticated by this method. With `authenticatedByIssuer`, the only function that returns an `AuthenticatedClient`. */
export function authenticated(client: Client, method: ClientAuthMethod): AuthenticatedClient {
  if (isRegisteredFor(client, method)) return client;
  throw new Error(`${client.client_id} is not registered for the method ${method}.`);
}

function isRegisteredFor(client: Client, method: ClientAuthMethod): client is AuthenticatedClient {
  return method === client.token_endpoint_auth_method;
}

/**
 * RFC 7521 §4.1: marks a client as authenticated by the JWT of a trusted issuer, which an administrator registered for it.
 * The caller has verified the JWT.
 */
export function authenticatedByIssuer(
  client: Client,
  { client_id }: { readonly client_id?: string | undefined },
): AuthenticatedClient {
  if (isBoundTo(client, client_id)) return client;
  throw new Error(`The trusted issuer does not authenticate ${client.client_id}.`);
}

function isBoundTo(client: Client, client_id: string | undefined): client is AuthenticatedClient {
  return client.client_id === client_id;
}

/** RFC 6749 §5.2: one error for all reasons, so that the response does not reveal which clients exist. `debug` has the reason. */
export function describeClientAuthenticationRejection(
  rejection: ClientAuthenticationRejection,
): OAuthError {
  return {
    error: "invalid_client",
    error_description:
      "Client authentication failed. Check the client_id, the credentials and the authentication method.",
    debug: describeDebug(rejection),
    reason: rejection.reason,
  };
}

function describeDebug(rejection: ClientAuthenticationRejection): string {
  switch (rejection.reason) {
    case "client_unknown":
      return "No client has this client_id.";
    case "client_id_contradicted":
      return `The client_id ${rejection.claimed} in the form differs from the sub of the assertion.`;
    case "method_not_registered":
      return `The client used the method ${rejection.used} and is registered for ${rejection.registered}.`;
    case "secret_not_set":
      return "The client has no secret.";
    case "secret_mismatch":
      return "The secret is wrong.";
    case "assertion_not_verified":
      return `The signature of the assertion is invalid: ${rejection.detail}`;
    case "assertion_refused":
      return `The assertion was rejected: ${rejection.rejection.reason}.`;
    case "certificate_missing":
    case "certificate_malformed":
    case "certificate_expired":
    case "certificate_not_yet_valid":
    case "certificate_chain_not_verified":
    case "certificate_name_mismatch":
    case "certificate_not_registered":
      return describeCertificateRejection(rejection);
  }
}

function reject(rejection: ClientAuthenticationRejection): ClientAuthenticationDecision {
  return { kind: "reject", rejection };
}
