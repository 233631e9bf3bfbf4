import type { LifespanSettings } from "../context/lifespan-sources.ts";
import type { Context } from "../context/context.ts";
import { audienceMatches } from "../oauth/audience.ts";
import type { Client } from "../oauth/client.ts";
import type { Grant } from "../oauth/grant.ts";
import {
  type EarlierPermissions,
  type PermissionRejection,
  verifyPermissions,
} from "../oauth/request/permissions.ts";
import type { Extent } from "../oauth/resource/narrowing.ts";
import type { Result } from "../result.ts";
import { scopeMatches } from "../oauth/scope.ts";
import { policyOf } from "./client-policy.ts";
import { findTargetPolicy } from "./find-apis.ts";

/** Checks what a client requested earlier against what it may have now: an administrator may have withdrawn something since. */
export async function verifyCurrentPermissions(
  requested: EarlierPermissions,
  client: Client,
  context: Pick<Context, "config" | "store">,
): Promise<Result<void, PermissionRejection>> {
  const scope_strategy = context.config["strategies.scope"];
  const { audience, resource = [] } = requested;
  const names = resource.length === 0 ? audience : [...audience, ...resource];
  const targets = await findTargetPolicy(names, client, context);
  return verifyPermissions(requested, client, { ...targets, scope_strategy });
}

/** What tokens are issued from. */
interface IssuedGrant {
  readonly grant: Grant;
  readonly extent: Extent;
}

/** What a grant issues: of its audience the part that the request names, of everything else all of it. */
export function permissionsOfGrant({ grant, extent }: IssuedGrant): EarlierPermissions {
  const { scope, audience, session } = grant;
  return {
    scope,
    audience: extent.audience === undefined ? audience : [],
    resource: extent.audience,
    authorization_details: session.details?.authorization_details,
  };
}

/** Whether a consent app may grant the client scopes and audiences that it did not request. */
export function mayGrantBeyondRequest(client: Client, context: LifespanSettings): boolean {
  return policyOf(client, context).traits.grants_beyond_request;
}

/**
 * What a grant issues when it is redeemed. Where the consent app may grant beyond the request, that part needed no registration
 * then, and needs none now.
 */
export function redeemedPermissionsOf(
  issued: IssuedGrant,
  client: Client,
  context: LifespanSettings,
): EarlierPermissions {
  const permissions = permissionsOfGrant(issued);
  if (!mayGrantBeyondRequest(client, context)) return permissions;
  const { config } = context;
  const { requested_scope, requested_access_token_audience: requested_audience } =
    issued.grant.session.consent;
  const wasRequested = (name: string): boolean => audienceMatches(requested_audience, name);
  return {
    ...permissions,
    scope: permissions.scope.filter((name) =>
      scopeMatches(config["strategies.scope"], requested_scope, name),
    ),
    audience: permissions.audience.filter(wasRequested),
    resource: permissions.resource?.filter(wasRequested),
  };
}

/** Of a grant type that decides by the client as it is now: nothing was requested earlier. */
export function nothingEarlier(): undefined {
  return undefined;
}
