import { writeGrantToken } from "../../crypto/grant-token.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import { keepPace } from "../../oauth/polling-pace.ts";
import {
  authReqIdRejections,
  backchannelGrant,
  type BackchannelRequest,
} from "./rules/authentication-request.ts";
import { detailsErrors } from "../../grants/authorization-details.ts";
import { scopeWithdrawn } from "../../grants/grant-type.ts";
import {
  definePolledGrantType,
  notFound,
  type PolledState,
} from "../../grants/polled-grant-type.ts";
import type { BackchannelContext } from "./context.ts";

/** OpenID CIBA Core §10.1: a client exchanges its auth_req_id for tokens, once its user has allowed it. */
export const backchannelAuthentication = definePolledGrantType<BackchannelContext>({
  ...backchannelGrant,
  metric_label: "ciba",
  code: "auth_req_id",
  rejections: authReqIdRejections,
  inspector: {
    step: {
      name: "auth_req_id_redeemed",
      refused: "auth_req_id_refused",
      sentence: "The client asks for its tokens",
      contents: "tokens",
      outcome: "granted",
      headline: "The client received its tokens.",
    },
  },
  lifespans: (config) => ({
    access_token: {
      field: "backchannel_authentication_grant_access_token_lifespan",
      configured: config["ttl.grants.backchannel_authentication.access_token"],
    },
    refresh_token: {
      field: "backchannel_authentication_grant_refresh_token_lifespan",
      configured: config["ttl.grants.backchannel_authentication.refresh_token"],
    },
    id_token: {
      field: "backchannel_authentication_grant_id_token_lifespan",
      configured: config["ttl.grants.backchannel_authentication.id_token"],
    },
  }),
  errors: {
    authorization_pending: {
      means: "The user has not answered yet.",
      remedy: "Ask again after `interval` seconds, or wait for the notification.",
    },
    slow_down: {
      means: "The client asked again too early.",
      remedy: "Wait 5 seconds longer between this and all later token requests.",
    },
    expired_token: {
      means: "The `auth_req_id` has expired: `ttl.backchannel_authentication_request`.",
      remedy: "Start a new backchannel authentication, if the user still wants it.",
    },
    access_denied: {
      means:
        "The user, or the app that asked them, denied the request, or revoked the consent since.",
      remedy: "Stop asking. Start again when the user wants to.",
    },
    invalid_grant: {
      means: "The `auth_req_id` is unknown, of another client, or already redeemed.",
      remedy: "Start a new backchannel authentication.",
    },
    invalid_request: {
      means:
        "The parameter `auth_req_id` is missing; or an API was withdrawn from the client after its request, and the `auth_req_id` is not spent.",
      remedy: "Send the `auth_req_id` of the backchannel authentication response.",
    },
    invalid_scope: scopeWithdrawn("`auth_req_id`"),
    invalid_target: {
      means: "The resource is no absolute URI, or was not granted. The `auth_req_id` is not spent.",
      remedy: "Name a resource of the backchannel authentication request, or none.",
    },
    unmet_authentication_requirements: {
      means: "The user authenticated, but not as the backchannel authentication request required.",
      remedy: "Start a new backchannel authentication.",
    },
    ...detailsErrors(
      "An element of `authorization_details` is malformed, or more than was granted; or the client may no longer request its type. The `auth_req_id` is not spent.",
      "Leave the parameter out, or request a part of what was granted.",
    ),
  },
  poll,
});

/** Counts the token request, and loads what came of the client's request. */
async function poll(
  request_id: string,
  client: AuthenticatedClient,
  { now, now_ms, store, backchannel }: BackchannelContext,
): Promise<PolledState> {
  const polled = await backchannel.requests.poll(request_id, client, now(), (pace) =>
    keepPace(pace, now_ms()),
  );
  if (polled === undefined) return notFound;
  const { too_fast } = polled;
  const { state } = polled.request;
  const request = { ...polled.request, ...polled.request.asked };
  if (state !== "accepted") return { ...notFound, request, too_fast, denied: state === "rejected" };
  const { subject_key } = polled.request;
  const grant =
    subject_key === undefined
      ? undefined
      : await store.grants.find({ grant_id: request_id, subject_key });
  return { request, too_fast, denied: false, consent_revoked: grant === undefined, grant };
}

/** OpenID CIBA Core §7.3: the `auth_req_id` of a request. It cannot be guessed, as it has a MAC. */
export function writeAuthReqId(
  { request_id: grant_id, requested_at: issued_at, valid_until: expires_at }: BackchannelRequest,
  { signer }: BackchannelContext,
): string {
  return writeGrantToken(signer, "auth_req_id", { grant_id, generation: 0, issued_at, expires_at });
}
