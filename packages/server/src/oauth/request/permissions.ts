/** RFC 6749 §3.3, RFC 8707 §2, RFC 9396 §2: the scope, the APIs and the details that a client requests. */

import { detailsRejections } from "../authorization-details/details-rejection.ts";
import {
  type AuthorizationDetail,
  parseAuthorizationDetails,
} from "../authorization-details/parse-details.ts";
import { verifyTypesAllowed } from "../authorization-details/verify-details.ts";
import type { Client } from "../client.ts";
import type { FormFields } from "../form-fields.ts";
import { quote } from "../oauth-error.ts";
import type { RejectionOf, Rejections } from "../rejection.ts";
import {
  decideTargets,
  parseTargets,
  type TargetPolicy,
  targetRejections,
} from "../resource/indicators.ts";
import { err, ok, type Result } from "../../result.ts";
import {
  ignoreOfflineAccess,
  parseScope,
  scopeMatches,
  scopeNotAllowed,
  type ScopeRejection,
  type ScopeStrategy,
} from "../scope.ts";

/** What a client requests of a user. */
export interface RequestedPermissions {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** RFC 9396 §2: what the client requests in detail. Their types are checked by the caller, which has to load them. */
  readonly authorization_details?: readonly AuthorizationDetail[] | undefined;
}

/** What a client requested earlier, and would get now. */
export interface EarlierPermissions extends RequestedPermissions {
  /** Those of the APIs that this request names as `resource`. They are not in `audience`. */
  readonly resource?: readonly string[] | undefined;
}

/** The settings and APIs that decide what a client may request. */
export interface PermissionPolicy extends Pick<TargetPolicy, "apis" | "open_apis"> {
  readonly scope_strategy: ScopeStrategy;
  /** The trait of the client's security profile. */
  readonly refreshes_without_offline_access?: boolean;
}

/** Why a client may not have what it requests. */
export type PermissionRejection = RejectionOf<typeof permissionRejections>;

/** The requested scope, audience and details, if the client may request all of it. */
export function parsePermissions(
  params: FormFields,
  client: Client,
  policy: PermissionPolicy,
): Result<RequestedPermissions, PermissionRejection | ScopeRejection> {
  const requested = parseScope(params.get("scope") ?? "");
  if (!requested.ok) return requested;
  const { scope_strategy, refreshes_without_offline_access } = policy;
  const scope = refreshes_without_offline_access
    ? ignoreOfflineAccess(requested.value, (name) =>
        scopeMatches(scope_strategy, client.scope, name),
      )
    : requested.value;
  const allowed = verifyScopeAllowed(scope, client, policy);
  if (!allowed.ok) return allowed;

  const targets = parseTargets(params);
  if (!targets.ok) return targets;
  const audience = decideTargets(targets.value, { client, ...policy });
  if (!audience.ok) return audience;
  const details = parseAuthorizationDetails(params.get("authorization_details"));
  if (!details.ok) return details;
  return ok({
    scope,
    audience: audience.value,
    ...(details.value !== undefined && { authorization_details: details.value }),
  });
}

/**
 * Checks again what a client requested, before it gets it: an administrator may have withdrawn some of it meanwhile. Whether a
 * target was named as `resource` or `audience` is not known any more, unless this request names it again.
 */
export function verifyPermissions(
  { scope, audience, resource = [], authorization_details = [] }: EarlierPermissions,
  client: Client,
  policy: PermissionPolicy,
): Result<void, PermissionRejection> {
  const allowed = verifyScopeAllowed(scope, client, policy);
  if (!allowed.ok) return allowed;
  const targets = decideTargets({ resource, audience }, { client, ...policy });
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

/** Those of an authorization request, and of a request that is polled for. */
export const permissionRejections = {
  ...scopeNotAllowed,
  ...targetRejections,
  ...detailsRejections,
} satisfies Rejections;

/** Those of a token request: the client could request it earlier. */
export const withdrawalRejections = {
  ...permissionRejections,
  scope_not_allowed: {
    name: "scope_withdrawn",
    error: "invalid_scope",
    description: ({ scope }: { scope: string }) =>
      `The client may no longer request the scope ${quote(scope)}. Add it to the client's scope, or ask the user again.`,
    reference: "RFC 6749 §6",
    fix: "Add the scope to the client's scope again, or send the user through the authorization again.",
  },
  audience_not_allowed: {
    name: "audience_withdrawn",
    error: "invalid_request",
    description: ({ audience }: { audience: string }) =>
      `The client may no longer request the audience ${quote(audience)}. Add it to the client's audience, or ask the user again.`,
    fix: "Add the audience to the client's audience again, or send the user through the authorization again.",
  },
} satisfies Rejections;
