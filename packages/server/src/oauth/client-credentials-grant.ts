/** RFC 6749 §4.4: a client asks for a token on its own behalf. */

import { audienceMatches } from "./audience.ts";
import type { AuthenticatedClient } from "./client.ts";
import { type OAuthError, quote } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";
import { parseScope, scopeMatches, type ScopeRejection, type ScopeStrategy } from "./scope.ts";

/** What the client asks for. */
export interface ClientCredentialsRequest {
  /** As sent: words with spaces between. */
  readonly scope: string | undefined;
  readonly audience: readonly string[];
}

/** How this server grants. */
export interface ClientCredentialsOptions {
  readonly scope_strategy: ScopeStrategy;
  /** A client that asks for nothing in particular gets all it may ask for. */
  readonly default_grant_allowed_scope: boolean;
}

/** What the token will be good for, and where. */
export interface ClientCredentialsGrant {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
}

/** Why the client does not get it. */
export type ClientCredentialsRejection =
  | ScopeRejection
  | { readonly reason: "scope_not_allowed"; readonly scope: string }
  | { readonly reason: "audience_not_allowed"; readonly audience: string };

/** Grants what was asked for if the client may have all of it, and nothing otherwise. */
export function decideClientCredentials(
  client: AuthenticatedClient,
  request: ClientCredentialsRequest,
  options: ClientCredentialsOptions,
): Result<ClientCredentialsGrant, ClientCredentialsRejection> {
  const scope = decideScope(client, request.scope, options);
  if (!scope.ok) return scope;

  const audience = request.audience.find((wanted) => !audienceMatches(client.audience, wanted));
  if (audience !== undefined) return err({ reason: "audience_not_allowed", audience });
  return ok({ scope: scope.value, audience: request.audience });
}

function decideScope(
  client: AuthenticatedClient,
  text: string | undefined,
  { scope_strategy, default_grant_allowed_scope }: ClientCredentialsOptions,
): Result<readonly string[], ClientCredentialsRejection> {
  if (text === undefined) return ok(default_grant_allowed_scope ? client.scope : []);
  const wanted = parseScope(text);
  if (!wanted.ok) return wanted;
  const scope = wanted.value.find((word) => !scopeMatches(scope_strategy, client.scope, word));
  return scope === undefined ? wanted : err({ reason: "scope_not_allowed", scope });
}

/** RFC 6749 §5.2: what the client is told. */
export function describeClientCredentialsRejection(
  rejection: ClientCredentialsRejection,
): OAuthError {
  switch (rejection.reason) {
    case "scope_malformed":
      return {
        error: "invalid_scope",
        error_description:
          "The scope must be words of ASCII letters, digits and punctuation, with spaces between.",
      };
    case "scope_not_allowed":
      return {
        error: "invalid_scope",
        error_description: `The client may not ask for the scope ${quote(rejection.scope)}.`,
      };
    case "audience_not_allowed":
      return {
        error: "invalid_request",
        error_description: `The client may not ask for a token for the audience ${quote(rejection.audience)}.`,
      };
  }
}
