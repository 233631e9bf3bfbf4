/** RFC 6749 §3.3, RFC 8707 §2, RFC 9396 §2: the scope, the APIs and the details that a client requests. */

import type { DetailsRejection } from "../authorization-details/details-rejection.ts";
import {
  type AuthorizationDetail,
  parseAuthorizationDetails,
} from "../authorization-details/parse-details.ts";
import { verifyTypesAllowed } from "../authorization-details/verify-details.ts";
import type { Client } from "../client.ts";
import type { FormFields } from "../form-fields.ts";
import {
  decideTargets,
  parseTargets,
  type TargetPolicy,
  type TargetRejection,
} from "../resource/indicators.ts";
import { err, ok, type Result } from "../result.ts";
import { parseScope, scopeMatches, type ScopeRejection, type ScopeStrategy } from "../scope.ts";

/** What a client requests of a user. */
export interface RequestedPermissions {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** RFC 9396 §2: what the client requests in detail. Their types are checked by the caller, which has to load them. */
  readonly authorization_details?: readonly AuthorizationDetail[] | undefined;
}

/** The settings and APIs that decide what a client may request. */
export interface PermissionPolicy extends Pick<TargetPolicy, "apis" | "open_apis"> {
  readonly scope_strategy: ScopeStrategy;
}

/** Why a client may not have what it requests. */
export type PermissionRejection =
  | { readonly reason: "scope_not_allowed"; readonly scope: string }
  | TargetRejection
  | DetailsRejection;

/** The requested scope, audience and details, if the client may request all of it. */
export function parsePermissions(
  params: FormFields,
  client: Client,
  policy: PermissionPolicy,
): Result<RequestedPermissions, PermissionRejection | ScopeRejection> {
  const requested = parseScope(params.get("scope") ?? "");
  if (!requested.ok) return requested;
  const allowed = verifyScopeAllowed(requested.value, client, policy);
  if (!allowed.ok) return allowed;

  const targets = parseTargets(params);
  if (!targets.ok) return targets;
  const audience = decideTargets(targets.value, { client, ...policy });
  if (!audience.ok) return audience;
  const details = parseAuthorizationDetails(params.get("authorization_details"));
  if (!details.ok) return details;
  return ok({
    scope: requested.value,
    audience: audience.value,
    ...(details.value !== undefined && { authorization_details: details.value }),
  });
}

/**
 * Checks again what a client requested, before it gets it: an administrator may have withdrawn some of it meanwhile. Whether a
 * target was named as `resource` or `audience` is not known any more.
 */
export function verifyPermissions(
  { scope, audience, authorization_details = [] }: RequestedPermissions,
  client: Client,
  policy: PermissionPolicy,
): Result<void, PermissionRejection> {
  const allowed = verifyScopeAllowed(scope, client, policy);
  if (!allowed.ok) return allowed;
  const targets = decideTargets({ resource: [], audience }, { client, ...policy });
  if (!targets.ok) return targets;
  return verifyTypesAllowed(authorization_details, client);
}

function verifyScopeAllowed(
  requested: readonly string[],
  client: Client,
  { scope_strategy }: PermissionPolicy,
): Result<void, PermissionRejection> {
  const scope = requested.find((name) => !scopeMatches(scope_strategy, client.scope, name));
  return scope === undefined ? ok(undefined) : err({ reason: "scope_not_allowed", scope });
}
