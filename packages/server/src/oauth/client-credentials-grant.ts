/** RFC 6749 §4.4: a client requests an access token for itself, without a user. */

import { audienceMatches } from "./audience.ts";
import type { AuthenticatedClient } from "./client.ts";
import { type OAuthError, quote } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";
import {
  parseScope,
  scopeMalformed,
  scopeMatches,
  type ScopeRejection,
  type ScopeStrategy,
} from "./scope.ts";

/** The request, parsed. */
export interface ClientCredentialsRequest {
  /** As sent, with spaces between the scopes. */
  readonly scope: string | undefined;
  readonly audience: readonly string[];
}

/** The settings that apply. */
export interface ClientCredentialsOptions {
  readonly scope_strategy: ScopeStrategy;
  /** A request without a scope gets every scope the client may request. */
  readonly default_grant_allowed_scope: boolean;
}

/** The scope and audience of the token. */
export interface ClientCredentialsGrant {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
}

/** Why no token is issued. */
export type ClientCredentialsRejection =
  | ScopeRejection
  | { readonly reason: "scope_not_allowed"; readonly scope: string }
  | { readonly reason: "audience_not_allowed"; readonly audience: string };

/** Grants the requested scope and audience if the client may request all of it; otherwise nothing. */
export function decideClientCredentials(
  client: AuthenticatedClient,
  request: ClientCredentialsRequest,
  options: ClientCredentialsOptions,
): Result<ClientCredentialsGrant, ClientCredentialsRejection> {
  const scope = decideScope(client, request.scope, options);
  if (!scope.ok) return scope;

  const audience = request.audience.find((name) => !audienceMatches(client.audience, name));
  if (audience !== undefined) return err({ reason: "audience_not_allowed", audience });
  return ok({ scope: scope.value, audience: request.audience });
}

function decideScope(
  client: AuthenticatedClient,
  text: string | undefined,
  { scope_strategy, default_grant_allowed_scope }: ClientCredentialsOptions,
): Result<readonly string[], ClientCredentialsRejection> {
  if (text === undefined) return ok(default_grant_allowed_scope ? client.scope : []);
  const requested = parseScope(text);
  if (!requested.ok) return requested;
  const scope = requested.value.find((name) => !scopeMatches(scope_strategy, client.scope, name));
  return scope === undefined ? requested : err({ reason: "scope_not_allowed", scope });
}

/** RFC 6749 §5.2: the error response. */
export function describeClientCredentialsRejection(
  rejection: ClientCredentialsRejection,
): OAuthError {
  switch (rejection.reason) {
    case "scope_malformed":
      return {
        error: "invalid_scope",
        error_description: scopeMalformed,
      };
    case "scope_not_allowed":
      return {
        error: "invalid_scope",
        error_description: `The client may not request the scope ${quote(rejection.scope)}. Add it to the client's scope.`,
      };
    case "audience_not_allowed":
      return {
        error: "invalid_request",
        error_description: `The client may not request the audience ${quote(rejection.audience)}. Add it to the client's audience.`,
      };
  }
}
