/** RFC 6749 §4.4: a client requests an access token for itself, without a user. */

import {
  describeDetailsRejection,
  type DetailsRejection,
  isDetailsRejection,
} from "./authorization-details/details-rejection.ts";
import type { DetailsTypes } from "./authorization-details/details-type.ts";
import type { AuthorizationDetail } from "./authorization-details/parse-details.ts";
import { verifyRequestedDetails } from "./authorization-details/verify-details.ts";
import type { AuthenticatedClient } from "./client.ts";
import { invalidScope, type OAuthError } from "./oauth-error.ts";
import {
  decideTargets,
  describeTargetRejection,
  isTargetRejection,
  noTargets,
  type TargetPolicy,
  type TargetRejection,
  type Targets,
} from "./resource/indicators.ts";
import { noApis } from "./resource/api.ts";
import { describeApiScopeRejection, type ApiScopeRejection } from "./resource/token-rules.ts";
import { err, ok, type Result } from "./result.ts";
import {
  parseScope,
  scopeMalformed,
  scopeMatches,
  scopeNotAllowed,
  type ScopeRejection,
  type ScopeStrategy,
} from "./scope.ts";

/** The request, parsed. */
export interface ClientCredentialsRequest {
  /** As sent, with spaces between the scopes. */
  readonly scope: string | undefined;
  /** Undefined where it names none. */
  readonly targets?: Targets | undefined;
  readonly authorization_details?: readonly AuthorizationDetail[] | undefined;
}

/** The settings that apply, and the APIs, where the request names any. */
export interface ClientCredentialsOptions extends Partial<
  Pick<TargetPolicy, "apis" | "open_apis">
> {
  readonly scope_strategy: ScopeStrategy;
  /** A request without a scope gets every scope the client may request. */
  readonly default_grant_allowed_scope: boolean;
  /** The types of authorization details, where the request has any. */
  readonly details_types?: DetailsTypes | undefined;
}

/** The scope and audience of the token. */
export interface ClientCredentialsGrant {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly authorization_details?: readonly AuthorizationDetail[] | undefined;
}

/** Why no token is issued. */
export type ClientCredentialsRejection =
  | ScopeRejection
  | { readonly reason: "scope_not_allowed"; readonly scope: string }
  | ApiScopeRejection
  | TargetRejection
  | DetailsRejection;

/** Grants the requested scope and audience if the client may request all of it; otherwise nothing. */
export function decideClientCredentials(
  client: AuthenticatedClient,
  request: ClientCredentialsRequest,
  options: ClientCredentialsOptions,
): Result<ClientCredentialsGrant, ClientCredentialsRejection> {
  const scope = decideScope(client, request.scope, options);
  if (!scope.ok) return scope;

  const { targets, authorization_details } = request;
  if (targets === undefined && authorization_details === undefined)
    return ok({ scope: scope.value, audience: [] });

  const { apis = noApis, open_apis = false } = options;
  const audience = decideTargets(targets ?? noTargets, { client, apis, open_apis });
  if (!audience.ok) return audience;
  const granted = { scope: scope.value, audience: audience.value };
  if (authorization_details === undefined) return ok(granted);
  const types = options.details_types ?? new Map();
  const allowed = verifyRequestedDetails(authorization_details, client, types);
  return allowed.ok ? ok({ ...granted, authorization_details }) : allowed;
}

function decideScope(
  client: AuthenticatedClient,
  text: string | undefined,
  { scope_strategy, default_grant_allowed_scope }: ClientCredentialsOptions,
): Result<readonly string[], ClientCredentialsRejection> {
  if (text === undefined) return ok(default_grant_allowed_scope ? client.scope : []);
  const requested = parseScope(text);
  if (!requested.ok) return requested;
  for (const scope of requested.value)
    if (!scopeMatches(scope_strategy, client.scope, scope))
      return err({ reason: "scope_not_allowed", scope });
  return requested;
}

/** RFC 6749 §5.2: the error response. */
export function describeClientCredentialsRejection(
  rejection: ClientCredentialsRejection,
): OAuthError {
  if (isTargetRejection(rejection)) return describeTargetRejection(rejection);
  if (isDetailsRejection(rejection)) return describeDetailsRejection(rejection);
  switch (rejection.reason) {
    case "scope_malformed":
      return invalidScope(scopeMalformed);
    case "scope_not_allowed":
      return invalidScope(scopeNotAllowed(rejection.scope));
    case "scope_not_of_api":
      return describeApiScopeRejection(rejection);
  }
}
