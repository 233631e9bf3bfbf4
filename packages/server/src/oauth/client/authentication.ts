/** RFC 6749 §2.3: client authentication. */

import type { AuthenticatedClient, Client, ClientAuthMethod } from "../client.ts";
import { certificateRejections } from "../binding/client-certificate.ts";
import type { AssertionRejection } from "./assertion.ts";
import type { Credentials } from "./credentials.ts";
import { authenticationFailed } from "../oauth-error.ts";
import type { RejectionOf, Rejections } from "../rejection.ts";

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
export type ClientAuthenticationRejection = RejectionOf<typeof clientAuthenticationRejections>;

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

/** RFC 6749 §5.2. `debug` has the reason. */
export const clientAuthenticationRejections = {
  client_unknown: { ...authenticationFailed, debug: "No client has this client_id." },
  client_disabled: {
    error: "invalid_client",
    description: "The client is disabled.",
    reference: "RFC 6749 §5.2",
    fix: "Enable the client, on its page in the console or with latchkey clients enable.",
  },
  client_id_contradicted: {
    ...authenticationFailed,
    debug: ({ claimed }: { claimed: string }) =>
      `The client_id ${claimed} in the form differs from the sub of the assertion.`,
  },
  method_not_registered: {
    ...authenticationFailed,
    debug: ({ used, registered }: { used: ClientAuthMethod; registered: ClientAuthMethod }) =>
      `The client used the method ${used} and is registered for ${registered}.`,
    reference: "RFC 6749 §2.3",
    fix: "Use the authentication method of the client's token_endpoint_auth_method, or change that field.",
  },
  secret_not_set: {
    ...authenticationFailed,
    debug: "The client has no secret.",
    reference: "RFC 6749 §2.3.1",
    fix: "Set a secret for the client.",
  },
  secret_mismatch: {
    ...authenticationFailed,
    debug: "The secret is wrong.",
    because: "The client secret is wrong.",
    reference: "RFC 6749 §2.3.1",
    fix: "Configure the application with the current client secret. With HTTP Basic it must be form-encoded.",
  },
  assertion_not_verified: {
    ...authenticationFailed,
    debug: ({ detail }: { detail: string }) =>
      `The signature of the assertion is invalid: ${detail}`,
    reference: "RFC 7523 §3",
    fix: "Publish the key that signs the assertion in the client's jwks or jwks_uri.",
  },
  assertion_refused: {
    ...authenticationFailed,
    debug: ({ rejection }: { rejection: AssertionRejection }) =>
      `The assertion was rejected: ${rejection.reason}.`,
    reference: "RFC 7523 §3",
    fix: "Check the claims of the assertion, its expiry and the clock of the client.",
  },
  ...certificateRejections,
} satisfies Rejections;

function reject(rejection: ClientAuthenticationRejection): ClientAuthenticationDecision {
  return { kind: "reject", rejection };
}
