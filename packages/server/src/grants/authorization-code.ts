import { tokenSteps } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import {
  decideDuplicate,
  decideRedemption,
  endOfDuplicateWindow,
  type RedemptionDecision,
  type RedemptionRejection,
  redemptionRejections,
  type RedemptionRequest,
} from "../oauth/authorization-code-grant.ts";
import type { AuthorizationDetail } from "../oauth/authorization-details/parse-details.ts";
import type { GrantToken } from "../oauth/grant.ts";
import { type GrantKey, keyOf } from "../oauth/grant-key.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import { type OAuthError, parameterMissing } from "../oauth/oauth-error.ts";
import { parseResources } from "../oauth/resource/indicators.ts";
import { describeRejection } from "../oauth/rejection.ts";
import type { Request } from "../http/request.ts";
import { err, ok, type Result } from "../result.ts";
import { assertNoPendingUndo } from "../store/port/unavailable.ts";
import { detailsErrors, loadNarrowing, readDetails } from "./authorization-details.ts";
import { defineGrantType, scopeWithdrawn } from "./grant-type.ts";
import { hasTokenHooks, tokensOfGrant } from "./call-token-hooks.ts";
import { redeemGrant } from "./next-generation.ts";
import { findOfPredecessor } from "./of-predecessor.ts";
import { redeemedPermissionsOf } from "./current-permissions.ts";

interface Redemption {
  readonly token: GrantToken;
  readonly redirect_uri: string | undefined;
  readonly code_verifier: string | undefined;
  readonly resource: readonly string[];
  readonly arrived_at_ms: number;
  readonly details: readonly AuthorizationDetail[] | undefined;
}

/** What was decided, and for which code. */
interface Decided {
  readonly decision: RedemptionDecision;
  readonly key: GrantKey;
  /** Whether this request lost a race for the code before it was decided again. */
  readonly lost: boolean;
}

/** RFC 6749 §4.1.3: a code is redeemed for tokens, by one request and no other. */
export const authorizationCode = defineGrantType<Redemption, Decided>({
  name: "authorization_code",
  clients: "any",
  metric_label: "authorization_code",
  inspector: { for_user: true, step: tokenSteps.code_redeemed },
  issues_for_consent: true,
  lifespans: (config) => ({
    access_token: {
      field: "authorization_code_grant_access_token_lifespan",
      configured: config["ttl.grants.authorization_code.access_token"],
    },
    refresh_token: {
      field: "authorization_code_grant_refresh_token_lifespan",
      configured: config["ttl.grants.authorization_code.refresh_token"],
    },
    id_token: {
      field: "authorization_code_grant_id_token_lifespan",
      configured: config["ttl.grants.authorization_code.id_token"],
    },
  }),
  errors: {
    invalid_grant: {
      means:
        "The code is unknown, expired, revoked, already redeemed or of another client; or `redirect_uri` or `code_verifier` do not match it; or the client no longer has the redirect URI that it was sent to.",
      remedy:
        "Start a new authorization. If it happens often, look for `code replayed` in the log: a client sends codes twice.",
    },
    invalid_request: {
      means:
        "The parameter `code` is missing; or an API was withdrawn from the client after its request, and the code is not spent.",
      remedy: "Send the code that the redirect URI received.",
    },
    invalid_scope: scopeWithdrawn("code"),
    unauthorized_client: {
      means:
        "The client may not use the grant type, or no longer any response type with `code`. The code is not spent.",
      remedy:
        "Add the grant type to the client's `grant_types`, and `code` to its `response_types`.",
    },
    invalid_target: {
      means:
        "The resource is no absolute URI, was not granted, or was withdrawn from the client. The code is not spent.",
      remedy: "Name a resource of the authorization request, or none.",
    },
    unmet_authentication_requirements: {
      means: "The user signed in, but not as the authorization request required.",
      remedy: "Start a new authorization.",
    },
    ...detailsErrors(
      "An element of `authorization_details` is malformed, or more than was granted; or the client may no longer request its type. The code is not spent.",
      "Leave the parameter out, or request a part of what was granted.",
    ),
  },

  read(form, request, context) {
    const code = form.get("code");
    if (code === undefined) return err(parameterMissing("code"));
    const token = readGrantToken(context.signer, "authorization_code", code);
    if (token === undefined && context.predecessor !== undefined)
      return findOfPredecessor("authorization_code", code, context).then((of_grant) =>
        readRedemption(of_grant, form, request),
      );
    return readRedemption(token, form, request);
  },

  async decide({ token, details, ...presented }, client, context, attempt) {
    const { now, store } = context;
    const key = keyOf(token);
    const server_profile = context.config["security.profile"];
    const narrowing = details && (await loadNarrowing(details, context));
    const request: RedemptionRequest = { client, ...presented, server_profile, narrowing };
    const lost = attempt > 0;
    if (attempt === 0 && !hasTokenHooks("authorization_code", context.config)) {
      // The cache may only lead to a redemption, which is a compare-and-swap: everything else is decided by the database. So it
      // may not lead to a hook, which can refuse.
      const cached = store.grants.findCached(key);
      const decision = cached && decideRedemption(token, cached, request, now());
      if (decision?.kind === "redeem") return { decision, key, lost };
    }
    const grant = await store.grants.find(key);
    const decision = decideRedemption(token, grant, request, now());
    if (isSecondUse(decision)) assertNoPendingUndo(grant?.redeemed_at_ms, store);
    return {
      decision: decision.kind === "suspect" ? await decideAgain(key, request, context) : decision,
      key,
      lost,
    };
  },

  earlierPermissions: ({ decision }, client, context) =>
    decision.kind === "redeem" ? redeemedPermissionsOf(decision, client, context) : undefined,

  tokensOf: ({ decision }) => (decision.kind === "redeem" ? tokensOfGrant(decision) : undefined),

  async carryOut({ decision, key, lost }, client, context, claims) {
    const { log, now, now_ms, store } = context;
    switch (decision.kind) {
      case "suspect":
      case "reject":
        // Concurrent duplicates: extend the grace window, so that later ones of the same burst are not mistaken for a replay.
        if (lost) await store.grants.settle(key, endOfDuplicateWindow(now_ms()));
        return err(describeRejection(redemptionRejections, rejectionOf(decision)));
      case "revoke_grant":
        log.warn("code replayed, grant revoked", { grant_id: key.grant_id });
        await store.grants.revoke(key, now());
        return err(describeRejection(redemptionRejections, decision.rejection));
      case "redeem": {
        const { grant, issue, extent } = decision;
        const issuance = { issue, extent, by: "authorization_code" };
        const issued = await redeemGrant(grant, claims, client, issuance, context);
        return issued && ok(issued);
      }
    }
  },
});

function readRedemption(
  token: GrantToken | undefined,
  form: FormFields,
  { received_at_ms }: Request,
): Result<Redemption, OAuthError> {
  if (token === undefined)
    return err(describeRejection(redemptionRejections, { reason: "code_unknown" }));
  const resource = parseResources(form);
  if (!resource.ok) return err(describeRejection(redemptionRejections, resource.error));
  const details = readDetails(form);
  if (!details.ok) return details;
  return ok({
    details: details.value,
    token,
    resource: resource.value,
    redirect_uri: form.get("redirect_uri"),
    code_verifier: form.get("code_verifier"),
    arrived_at_ms: received_at_ms,
  });
}

/** Long enough for the other requests of a burst to be counted. */
const BURST_MS = 100;

async function decideAgain(
  key: GrantKey,
  request: RedemptionRequest,
  { pause, store }: Context,
): Promise<RedemptionDecision> {
  await store.grants.suspect(key);
  await pause(BURST_MS);
  return decideDuplicate(await store.grants.find(key), request);
}

/** Whether the code is refused because it was redeemed before. */
function isSecondUse(decision: RedemptionDecision): boolean {
  if (decision.kind === "reject") return decision.rejection.reason === "race_lost";
  return decision.kind === "suspect" || decision.kind === "revoke_grant";
}

function rejectionOf(decision: RedemptionDecision): RedemptionRejection {
  return decision.kind === "reject" ? decision.rejection : { reason: "race_lost" };
}
