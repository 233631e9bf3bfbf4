import type { Context } from "../context/context.ts";
import type { GrantLifespans } from "../context/lifespan-sources.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import type { ObservedGrant } from "../inspector/observed-request.ts";
import type { AuthorizationDetail } from "../oauth/authorization-details/parse-details.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { RequestToken } from "../oauth/grant.ts";
import type { GrantTypeRequirements } from "../oauth/grant-type.ts";
import type { PollingPace } from "../oauth/polling-pace.ts";
import {
  decidePolled,
  type PolledDecision,
  type PolledFacts,
  type PolledRejections,
} from "../oauth/polled-grant.ts";
import { parameterMissing } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import type { RequestedPermissions } from "../oauth/request/permissions.ts";
import { parseResources } from "../oauth/resource/indicators.ts";
import { err, ok } from "../result.ts";
import { assertNoPendingUndo } from "../store/port/unavailable.ts";
import { loadNarrowing, readDetails } from "./authorization-details.ts";
import { defineGrantType, type GrantType } from "./grant-type.ts";
import { tokensOfGrant } from "./call-token-hooks.ts";
import { redeemGrant } from "./next-generation.ts";
import { redeemedPermissionsOf, verifyCurrentPermissions } from "./current-permissions.ts";

/** What came of a request whose client polls. */
export interface PolledState extends Pick<
  PolledFacts,
  "too_fast" | "denied" | "consent_revoked" | "grant"
> {
  readonly request: (PollingPace & RequestedPermissions) | undefined;
}

/** No request of this client. */
export const notFound: PolledState = {
  request: undefined,
  too_fast: false,
  denied: false,
  consent_revoked: false,
  grant: undefined,
};

/** A grant type whose client polls until its user has decided elsewhere. */
interface PolledGrantType<C extends Context>
  extends GrantTypeRequirements, Pick<GrantType, "metric_label" | "errors"> {
  /** The parameter with the code. */
  readonly code: "device_code" | "auth_req_id";
  readonly rejections: PolledRejections;
  readonly inspector: Pick<ObservedGrant, "step">;
  /** Counts the token request, and loads what came of the request that has the id. */
  poll(id: string, client: AuthenticatedClient, context: C): Promise<PolledState>;
  lifespans(config: C["config"]): GrantLifespans;
}

interface PolledRedemption {
  readonly token: RequestToken;
  readonly resource: readonly string[];
  readonly details: readonly AuthorizationDetail[] | undefined;
}

/** Makes such a grant type: a client exchanges its code for tokens, once its user has given consent. */
export function definePolledGrantType<C extends Context>(
  definition: PolledGrantType<C>,
): GrantType {
  const { code, rejections, inspector, name, clients, metric_label, errors } = definition;
  return defineGrantType<PolledRedemption, PolledDecision, C>({
    name,
    clients,
    metric_label,
    errors,
    issues_for_consent: true,
    lifespans: (config) => definition.lifespans(config),
    inspector: { ...inspector, for_user: true, unrecorded_errors: ["authorization_pending"] },

    read(form, _request, { signer }) {
      const sent = form.get(code);
      if (sent === undefined) return err(parameterMissing(code));
      const token = readGrantToken(signer, code, sent);
      if (token === undefined) return err(describeRejection(rejections, { reason: "unknown" }));
      const resource = parseResources(form);
      if (!resource.ok) return err(describeRejection(rejections, resource.error));
      const details = readDetails(form);
      if (!details.ok) return details;
      return ok({ token, resource: resource.value, details: details.value });
    },

    async decide({ token, resource, details }, client, context) {
      const { config, now, store } = context;
      const narrowing = await loadNarrowing(details, context);
      const isExpired = token.expires_at <= now();
      const state = isExpired ? notFound : await definition.poll(token.grant_id, client, context);
      // Until there is a grant: the end of the flow would not grant it.
      const isOpen = state.request !== undefined && state.grant === undefined;
      const allowed = isOpen
        ? await verifyCurrentPermissions(state.request, client, context)
        : undefined;
      const withdrawn = allowed?.ok === false ? allowed.error : undefined;
      const server_profile = config["security.profile"];
      const asked = { client, resource, narrowing, server_profile, now: now() };
      const facts = { ...state, ...asked, withdrawn };
      const decision = decidePolled(token, facts);
      const isUsed = decision.kind === "reject" && decision.rejection.reason === "used";
      if (isUsed) assertNoPendingUndo(state.grant?.redeemed_at_ms, store);
      return decision;
    },

    earlierPermissions: (decision, client, context) =>
      decision.kind === "redeem" ? redeemedPermissionsOf(decision, client, context) : undefined,

    tokensOf: (decision) => (decision.kind === "redeem" ? tokensOfGrant(decision) : undefined),

    async carryOut(decision, client, context, claims) {
      if (decision.kind === "reject") return err(describeRejection(rejections, decision.rejection));
      const { grant, issue, extent } = decision;
      const issued = await redeemGrant(grant, claims, client, { issue, extent, by: name }, context);
      return issued && ok(issued);
    },
  });
}
