import { tokenSteps } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import { type HookClaims, withHookClaims } from "../interaction/token-hook.ts";
import type { AuthorizationDetail } from "../oauth/authorization-details/parse-details.ts";
import type { NarrowingRequest } from "../oauth/authorization-details/verify-details.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { Grant, GrantToken } from "../oauth/grant.ts";
import type { Request } from "../http/request.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import { type OAuthError, parameterMissing } from "../oauth/oauth-error.ts";
import {
  decideRefresh,
  type RefreshDecision,
  refreshRejections,
} from "../oauth/refresh-token-grant.ts";
import { parseResources } from "../oauth/resource/indicators.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import { assertNoPendingUndo } from "../store/port/unavailable.ts";
import { detailsErrors, loadNarrowing, readDetails } from "./authorization-details.ts";
import { policyOf } from "./client-policy.ts";
import { defineGrantType, type GrantedTokens } from "./grant-type.ts";
import { hasTokenHooks, tokensOfGrant } from "./call-token-hooks.ts";
import { issueGrantTokens } from "./issue-grant-tokens.ts";
import { nextGeneration, renewedGeneration } from "./next-generation.ts";
import { findOfPredecessor } from "./of-predecessor.ts";
import { permissionsOfGrant } from "./current-permissions.ts";

const NAME = "refresh_token";

interface Refresh {
  readonly token: GrantToken;
  readonly scope: string | undefined;
  readonly resource: readonly string[];
  readonly details: readonly AuthorizationDetail[] | undefined;
  readonly arrived_at_ms: number;
  readonly earliest_arrival_ms: number;
}

/**
 * RFC 6749 §6, RFC 9700 §4.14.2: a refresh token is rotated. A client whose response was lost may present the same token
 * again within the grace period and gets the same successor; a later use is a replay and revokes the grant.
 *
 * FAPI 2.0 Security Profile §5.3.2.1 forbids rotation: under such a profile the client keeps its refresh token.
 */
export const refreshToken = defineGrantType<Refresh, RefreshDecision>({
  name: NAME,
  clients: "any",
  metric_label: "refresh_token",
  inspector: { for_user: true, step: tokenSteps.refreshed },
  issues_for_consent: true,
  lifespans: (config) => ({
    access_token: {
      field: "refresh_token_grant_access_token_lifespan",
      configured: config["ttl.grants.refresh_token.access_token"],
    },
    refresh_token: {
      field: "refresh_token_grant_refresh_token_lifespan",
      configured: config["ttl.grants.refresh_token.refresh_token"],
    },
    id_token: {
      field: "refresh_token_grant_id_token_lifespan",
      configured: config["ttl.grants.refresh_token.id_token"],
    },
  }),
  errors: {
    invalid_grant: {
      means:
        "The refresh token is unknown, expired, revoked, of another client, or was rotated before.",
      remedy:
        "Start a new authorization. If it happens often, look for `refresh token replayed` in the log: a client does not store the new token.",
    },
    invalid_scope: {
      means:
        "The scope is malformed, or more than was granted; or a scope was withdrawn from the client.",
      remedy: "Leave `scope` out, or request a part of what was granted.",
    },
    invalid_request: {
      means:
        "The parameter `refresh_token` is missing; or an API was withdrawn from the client after its request.",
      remedy: "Send the newest refresh token of the grant.",
    },
    invalid_target: {
      means: "The resource is no absolute URI, was not granted, or was withdrawn from the client.",
      remedy: "Name a resource of the original authorization, or none.",
    },
    ...detailsErrors(
      "An element of `authorization_details` is malformed, or more than was granted; or the client may no longer request its type.",
      "Leave the parameter out, or request a part of what was granted.",
    ),
  },

  read(form, request, context) {
    const text = form.get("refresh_token");
    if (text === undefined) return err(parameterMissing("refresh_token"));
    const token = readGrantToken(context.signer, "refresh_token", text);
    if (token === undefined && context.predecessor !== undefined)
      return findOfPredecessor("refresh_token", text, context).then((of_grant) =>
        readRefresh(of_grant, form, request, context),
      );
    return readRefresh(token, form, request, context);
  },

  async decide(refresh, client, context, attempt) {
    const { store } = context;
    const key = refresh.token;
    const narrowing = refresh.details && (await loadNarrowing(refresh.details, context));
    const asked = { ...refresh, narrowing };
    if (attempt === 0 && !hasTokenHooks(NAME, context.config)) {
      // The cache may only lead to a compare-and-swap of the generation: everything else is decided by the database. So it may
      // not lead to a hook, which can refuse.
      const cached = store.grants.findCached(key);
      const decision = cached && decideWith(cached, asked, client, context);
      if (decision?.kind === "rotate" || decision?.kind === "renew") return decision;
    }
    const grant = await store.grants.find(key);
    const decision = decideWith(grant, asked, client, context);
    if (decision.kind === "revoke_grant") assertNoPendingUndo(grant?.generation_at_ms, store);
    return decision;
  },

  earlierPermissions: (decision) =>
    "grant" in decision ? permissionsOfGrant(decision) : undefined,

  tokensOf(decision) {
    if (!("grant" in decision)) return undefined;
    // Tokens that are repeated have the claims that a hook set for them before. It is asked only where it may deny them: for a part
    // of the grant that it was perhaps not asked about.
    const isKnown = decision.kind === "repeat" && !decision.has_parts;
    return isKnown ? undefined : tokensOfGrant(decision);
  },

  async carryOut(decision, client, context, claims) {
    const { log, now, store } = context;
    switch (decision.kind) {
      case "reject":
        return err(describeRejection(refreshRejections, decision.rejection));
      case "revoke_grant":
        log.warn("refresh token replayed, grant revoked", { grant_id: decision.key.grant_id });
        await store.grants.revoke(decision.key, now());
        return err(describeRejection(refreshRejections, decision.rejection));
      case "repeat": {
        const { grant, issue, extent } = decision;
        if (!(await store.grants.confirm(grant))) return undefined;
        const tokens = await issueGrantTokens(grant, client, { issue, extent, by: NAME }, context);
        return ok({ ...tokens, expires_in: remainingOf(tokens, grant, now()), uncounted: true });
      }
      case "rotate": {
        const issued = await rotate(decision, claims, client, context);
        return issued && ok(issued);
      }
      case "renew": {
        const { grant, issue, extent, token } = decision;
        // Claims belong to a generation: those of its other access tokens would change.
        if (withHookClaims(grant, claims) !== grant) {
          const issued = await rotate(decision, claims, client, context);
          return issued && ok(issued);
        }
        const renewed = renewedGeneration(grant, client, NAME, context);
        if (!(await store.grants.renew(grant, renewed.expires_at))) return undefined;
        const issuance = { issue, extent, by: NAME, kept: token };
        return ok(await issueGrantTokens(renewed, client, issuance, context));
      }
    }
  },
});

function readRefresh(
  token: GrantToken | undefined,
  form: FormFields,
  { received_at_ms }: Request,
  { now_ms }: Context,
): Result<Refresh, OAuthError> {
  if (token === undefined)
    return err(describeRejection(refreshRejections, { reason: "token_unknown" }));
  const resource = parseResources(form);
  if (!resource.ok) return err(describeRejection(refreshRejections, resource.error));
  const details = readDetails(form);
  if (!details.ok) return details;
  return ok({
    token,
    scope: form.get("scope"),
    resource: resource.value,
    details: details.value,
    arrived_at_ms: now_ms(),
    earliest_arrival_ms: received_at_ms,
  });
}

/** Undefined when another request was first. */
async function rotate(
  { grant, issue, extent }: Extract<RefreshDecision, { kind: "rotate" | "renew" }>,
  claims: HookClaims | undefined,
  client: AuthenticatedClient,
  context: Context,
): Promise<GrantedTokens | undefined> {
  const issuance = { issue, extent, by: NAME };
  const next = nextGeneration(withHookClaims(grant, claims), client, issuance, context);
  // Signed before anything is written: after a signature that failed, the client can send its refresh token again.
  const issued = await issueGrantTokens(next, client, issuance, context);
  return (await context.store.grants.rotate(grant, next)) ? issued : undefined;
}

/** RFC 6749 §5.1: the seconds that are left of an access token that was issued when its generation began. */
function remainingOf(
  { expires_in }: GrantedTokens,
  { generation_at_ms }: Grant,
  now: number,
): number {
  const age = now - Math.floor(generation_at_ms / 1000);
  return Math.max(expires_in - Math.max(age, 0), 0); // The clock of another server may be ahead.
}

function decideWith(
  grant: Grant | undefined,
  {
    token,
    scope,
    resource,
    narrowing,
    arrived_at_ms,
    earliest_arrival_ms,
  }: Refresh & { readonly narrowing: NarrowingRequest | undefined },
  client: AuthenticatedClient,
  context: Context,
): RefreshDecision {
  const { config, now } = context;
  const { traits } = policyOf(client, context);
  return decideRefresh(
    token,
    grant,
    { client, scope, resource, narrowing },
    {
      scope_strategy: config["strategies.scope"],
      narrow_scope: traits.narrows_refreshed_scope,
      rotate: traits.rotates_refresh_tokens,
      grace_ms: config["oauth2.grant.refresh_token.rotation_grace_period"] * 1000,
      now: now(),
      arrived_at_ms,
      earliest_arrival_ms,
    },
  );
}
