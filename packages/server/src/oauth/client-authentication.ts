/** RFC 6749 §2.3: whether a client is who it says it is. */

import type { AuthenticatedClient, Client, ClientAuthMethod } from "./client.ts";
import type { AssertionRejection } from "./client-assertion.ts";
import type { Credentials } from "./client-credentials.ts";
import type { OAuthError } from "./oauth-error.ts";

/** What is left to check before the client may be called authenticated. */
export type ClientAuthenticationDecision =
  | {
      readonly kind: "check_secret";
      readonly client: Client;
      readonly client_secret: string;
      readonly client_secret_hash: string;
    }
  | { readonly kind: "check_assertion"; readonly client: Client; readonly assertion: string }
  /** A public client has nothing to prove. */
  | { readonly kind: "accept"; readonly client: Client }
  | { readonly kind: "reject"; readonly rejection: ClientAuthenticationRejection };

/** Why a client is not who it says it is. Only an operator may learn which. */
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
  | { readonly reason: "assertion_refused"; readonly rejection: AssertionRejection };

/** Holds the credentials against the client they name, as far as that goes without cryptography. */
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
  // A public client that sends a secret ends here too: it believes itself protected, and is not.
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

/** Vouches for a client that has proved itself by this method. The only maker of an `AuthenticatedClient`. */
export function authenticated(client: Client, proof: ClientAuthMethod): AuthenticatedClient {
  if (isRegisteredFor(client, proof)) return client;
  throw new Error(
    `${client.client_id} was vouched for by ${proof}, which it is not registered for.`,
  );
}

function isRegisteredFor(client: Client, proof: ClientAuthMethod): client is AuthenticatedClient {
  return proof === client.token_endpoint_auth_method;
}

/** RFC 6749 §5.2: every failure sounds the same, so that nobody learns which clients exist. `debug` tells. */
export function describeClientAuthenticationRejection(
  rejection: ClientAuthenticationRejection,
): OAuthError {
  return {
    error: "invalid_client",
    error_description:
      "The client could not be authenticated. Check its id, its credentials and the way they are sent.",
    debug: debugOf(rejection),
    reason: rejection.reason,
  };
}

function debugOf(rejection: ClientAuthenticationRejection): string {
  switch (rejection.reason) {
    case "client_unknown":
      return "There is no such client.";
    case "client_id_contradicted":
      return `The form says ${rejection.claimed}, the assertion says otherwise.`;
    case "method_not_registered":
      return `The client used ${rejection.used} and is registered for ${rejection.registered}.`;
    case "secret_not_set":
      return "The client has no secret.";
    case "secret_mismatch":
      return "The secret is wrong.";
    case "assertion_not_verified":
      return `The signature of the assertion is not good: ${rejection.detail}`;
    case "assertion_refused":
      return `The assertion was refused: ${rejection.rejection.reason}.`;
  }
}

function reject(rejection: ClientAuthenticationRejection): ClientAuthenticationDecision {
  return { kind: "reject", rejection };
}
