import { mintFlowId } from "../../crypto/flow-id.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import type { BackchannelContext } from "./context.ts";
import { writeAuthReqId } from "./grant-type.ts";
import { asksUsers } from "./settings.ts";
import { announcementOf } from "./deliveries.ts";
import { resolveUser } from "./resolve-user.ts";
import { clientRateError } from "../../flows/limit-rate.ts";
import { unfoldBackchannelRequest } from "./signed-request.ts";
import { authenticateClient } from "../../grants/authenticate-client.ts";
import { verifyDetails } from "../../grants/authorization-details.ts";
import { findTargetPolicyOf } from "../../grants/find-apis.ts";
import { verifyProfileBefore } from "../../grants/verify-profile.ts";
import { readForm } from "../../http/form.ts";
import type { Request } from "../../http/request.ts";
import { refuse } from "../../http/refuse.ts";
import { tokenResponse, type Response } from "../../http/response.ts";
import { detailsRejections } from "../../oauth/authorization-details/details-rejection.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import type { FormFields } from "../../oauth/form-fields.ts";
import { grantTypeRejections, verifyGrantTypeAllowed } from "../../oauth/grant-type.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import {
  describeRejection,
  type RejectionOf,
  type Rejections,
  retryLater,
} from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import { addresseeOf } from "./rules/addressee.ts";
import {
  type AskedAuthentication,
  backchannelGrant,
  type BackchannelRequest,
  describeBackchannelRequest,
} from "./rules/authentication-request.ts";
import { parseBackchannelRequest } from "./rules/parse-request.ts";
import { requestObjectRejections } from "../../openid/request-object-rejection.ts";

/** POST /oauth2/bc-authorize: OpenID CIBA Core §7. */
export const startBackchannelAuthentication: FeatureEndpoint<BackchannelContext> = async (
  request,
  context,
) => {
  const form = readForm(request);
  if (!form.ok) return refusal(form.error, request, context);
  const client = await authenticateClient(request, form.value, context);
  if (!client.ok) return refusal(client.error, request, context);
  const allowed = verifyMayAsk(client.value, context);
  if (!allowed.ok) return refusal(allowed.error, request, context);
  const limited = clientRateError(request, client.value, context);
  if (limited !== undefined) return refusal(limited, request, context);

  const asked = await check(form.value, client.value, context);
  if (!asked.ok) return refusal(asked.error, request, context);
  const backchannel = newRequest(asked.value, client.value, context);
  const begun = await begin(backchannel, context);
  if (!begun.ok) return refusal(begun.error, request, context);
  const response = describeBackchannelRequest(backchannel, writeAuthReqId(backchannel, context));
  const { request_id: flow_id, client_id } = backchannel;
  return { ...tokenResponse(response), note: { flow_id, client_id, rule: "backchannel_asked" } };
};

/** §13: the error response has `error` and `error_description`, and nothing else. */
function refusal(error: OAuthError, request: Request, context: BackchannelContext): Response {
  return refuse(error, request, context, { repeats_status: false });
}

/** §13: a client that may not use the grant type gets unauthorized_client, public ones included. */
function verifyMayAsk(
  client: AuthenticatedClient,
  context: BackchannelContext,
): Result<void, OAuthError> {
  const allowed = verifyGrantTypeAllowed(client, backchannelGrant);
  if (!allowed.ok)
    return err({
      ...describeRejection(grantTypeRejections, allowed.error),
      error: "unauthorized_client",
    });
  if (!asksUsers(context.config)) return reject({ reason: "backchannel_not_enabled" });
  const followed = verifyProfileBefore(client, context);
  return followed.ok ? ok(undefined) : followed;
}

/** Why a request is rejected that is correct in itself. */
export const backchannelPolicyRejections = {
  backchannel_not_enabled: {
    error: "unauthorized_client",
    description:
      "Backchannel authentication is not enabled on this server: its operator has to set urls.backchannel_authentication.",
    reference: "OpenID CIBA Core §13",
    fix: "Set urls.backchannel_authentication to the app that asks users, or use the built-in login and consent pages.",
  },
  /** Credentials and signatures, which are not stored, do not count. */
  backchannel_too_long: {
    error: "invalid_request",
    description:
      "The parameters are longer than limits.request.authorization_length allows. Send fewer or shorter ones.",
    reference: "OpenID CIBA Core §7.1",
    fix: "Send fewer parameters, or raise limits.request.authorization_length.",
  },
  backchannel_flood: {
    error: "too_many_requests",
    description: ({ retry_after }: { retry_after: number }) =>
      `Too many requests wait for an answer of this user, or were denied. Try again in ${retry_after} seconds.`,
    ...retryLater,
    because: "Too many requests for this user wait for an answer, or were denied a short time ago.",
    reference: "OpenID CIBA Core §14",
    fix: "Wait until the user has answered. The limits are limits.backchannel_authentication.*.",
  },
} satisfies Rejections;

function reject(
  rejection: RejectionOf<typeof backchannelPolicyRejections>,
): Result<never, OAuthError> {
  return err(describeRejection(backchannelPolicyRejections, rejection));
}

/** What was asked, and whom for how long. */
interface Checked {
  readonly asked: AskedAuthentication;
  readonly addressee: string;
  readonly requested_expiry: number | undefined;
}

async function check(
  sent: FormFields,
  client: AuthenticatedClient,
  context: BackchannelContext,
): Promise<Result<Checked, OAuthError>> {
  const { config } = context;
  const unfolded = await unfoldBackchannelRequest(sent, client, context);
  // §13 has no code of its own for request objects.
  if (!unfolded.ok)
    return err({
      ...describeRejection(requestObjectRejections, unfolded.error),
      error: "invalid_request",
    });
  const form = unfolded.value;
  const parsed = parseBackchannelRequest(form, client, {
    scope_strategy: config["strategies.scope"],
    ...(await findTargetPolicyOf(form, client, context)),
    acr_values_required: config["oidc.acr_values_required"],
  });
  if (!parsed.ok) return parsed;
  const { asked, hint, requested_expiry } = parsed.value;
  const fit = await verifyDetails(asked.authorization_details, client, context);
  if (!fit.ok) return err(describeRejection(detailsRejections, fit.error));
  const user = await resolveUser(hint, client, context);
  if (!user.ok) return user;
  const { addressee, ...named } = user.value;
  const all = { ...asked, ...named };
  if (JSON.stringify(all).length > config["limits.request.authorization_length"])
    return reject({ reason: "backchannel_too_long" });
  return ok({ asked: all, addressee, requested_expiry });
}

function newRequest(
  { asked, addressee, requested_expiry = Infinity }: Checked,
  { client_id, client_key }: AuthenticatedClient,
  { config, observer, now }: BackchannelContext,
): BackchannelRequest {
  const requested_at = now();
  const lifespan = config["ttl.backchannel_authentication_request"];
  const expires_at = requested_at + lifespan;
  return {
    request_id: mintFlowId(expires_at * 1000, observer.admits()),
    client_id,
    client_key,
    addressee: addresseeOf(addressee),
    state: "waiting",
    requested_at,
    valid_until: requested_at + Math.min(requested_expiry, lifespan),
    expires_at,
    poll_interval: config["oidc.backchannel_authentication.polling_interval"],
    polled_at_ms: undefined,
    asked,
  };
}

/** Stores the request, unless its user has too many already. */
async function begin(
  request: BackchannelRequest,
  context: BackchannelContext,
): Promise<Result<void, OAuthError>> {
  const { config, server_metrics, now, backchannel, deliveries_due } = context;
  const delivery = announcementOf(request, context);
  const limits = {
    per_user: config["limits.backchannel_authentication.per_user"],
    per_client: config["limits.backchannel_authentication.per_client"],
  };
  const begun = await backchannel.requests.begin(request, limits, delivery);
  if (begun.kind === "begun") {
    if (delivery !== undefined) deliveries_due.notify();
    return ok(undefined);
  }
  const limit = `limits.backchannel_authentication.${begun.limit}`;
  server_metrics.limit_hits.with({ limit }).add();
  return reject({ reason: "backchannel_flood", retry_after: Math.max(begun.until - now(), 1) });
}
