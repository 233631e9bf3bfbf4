/** RFC 6749 §4.4: a client requests an access token for itself, without a user. */

import { detailsRejections } from "./authorization-details/details-rejection.ts";
import type { DetailsTypes } from "./authorization-details/details-type.ts";
import type { AuthorizationDetail } from "./authorization-details/parse-details.ts";
import { verifyRequestedDetails } from "./authorization-details/verify-details.ts";
import type { AuthenticatedClient } from "./client.ts";
import type { RejectionOf, Rejections } from "./rejection.ts";
import {
  decideTargets,
  noTargets,
  type TargetPolicy,
  targetRejections,
  type Targets,
} from "./resource/indicators.ts";
import { noApis } from "./resource/api.ts";
import { apiScopeRejections } from "./resource/token-rules.ts";
import { err, ok, type Result } from "../result.ts";
import {
  parseScope,
  scopeMatches,
  scopeNotAllowed,
  scopeRejections,
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
export type ClientCredentialsRejection = RejectionOf<typeof clientCredentialsRejections>;

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

/** RFC 6749 §5.2. */
export const clientCredentialsRejections = {
  scope_malformed: { ...scopeRejections.scope_malformed, name: null },
  scope_not_allowed: { ...scopeNotAllowed.scope_not_allowed, name: null },
  ...apiScopeRejections,
  ...targetRejections,
  ...detailsRejections,
} satisfies Rejections;
