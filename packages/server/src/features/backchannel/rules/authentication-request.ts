/** OpenID Connect CIBA Core 1.0: a client asks to authenticate a user who is not at its browser. */

import type { BackchannelAuthenticationResponse, JsonObject } from "@latchkey/api";
import type { AuthenticationRequirements } from "../../../oauth/authentication-requirements.ts";
import { type AuthorizationRequest, noRedirect } from "../../../oauth/authorization-request.ts";
import { CIBA_GRANT, type GrantTypeRequirements } from "../../../oauth/grant-type.ts";
import type { PollingPace } from "../../../oauth/polling-pace.ts";
import { polledRejections } from "../../../oauth/polled-grant.ts";

/** §4, §10.1: the grant type. The client must authenticate, so public clients cannot use it. */
export const backchannelGrant = {
  name: CIBA_GRANT,
  clients: "confidential",
} as const satisfies GrantTypeRequirements;

export const authReqIdRejections = polledRejections({
  code: "auth_req_id",
  code_in_words: "auth_req_id",
  request: "backchannel",
  start_again: "Start a new backchannel authentication.",
  fix_expired: "Start again, or increase ttl.backchannel_authentication_request.",
  reference: "OpenID CIBA Core §11",
  unknown_reference: "OpenID CIBA Core §11",
});

/**
 * A request of a client, until it has tokens.
 *
 *   waiting ──accepted──▶ a grant, which the auth_req_id redeems once
 *      └──────rejected──▶ access_denied
 *
 * The `auth_req_id` is not stored: it has the id under a MAC.
 */
export interface BackchannelRequest extends PollingPace {
  /** 16 bytes in base64url; the grant that comes of it has the same id. */
  readonly request_id: string;
  readonly client_id: string;
  /** Distinguishes the client from a deleted one with the same id. */
  readonly client_key: number;
  /** Whom it is for (`addresseeOf`): the subject where the hint was resolved to one, else the hint. Limits are counted by it. */
  readonly addressee: string;
  readonly state: "waiting" | "accepted" | "rejected";
  /** Of the grant, once there is one. */
  readonly subject_key?: number | undefined;
  /** Unix seconds, as are all times. */
  readonly requested_at: number;
  /** Until when it can be answered, and redeemed. */
  readonly valid_until: number;
  /** Until when it is stored and counts for the limits, however short the client wanted it to be valid. */
  readonly expires_at: number;
  readonly asked: AskedAuthentication;
}

/** What the client asks for. Encrypted at rest: it has the client's token and what the client knows of the user. */
export interface AskedAuthentication
  extends
    AuthenticationRequirements,
    Pick<AuthorizationRequest, "scope" | "audience" | "authorization_details" | "claims"> {
  readonly login_hint?: string;
  /** The claims of the `id_token_hint`, whose signature was checked. */
  readonly id_token_hint?: JsonObject;
  /** The user, where the hint was resolved to an account. */
  readonly subject?: string;
  readonly binding_message?: string;
  readonly ui_locales: readonly string[];
  /** §7.1: the bearer token for the notification of the client. Ping mode only. */
  readonly client_notification_token?: string;
}

/** §7.3: the response. */
export function describeBackchannelRequest(
  { requested_at, valid_until, poll_interval }: BackchannelRequest,
  auth_req_id: string,
): BackchannelAuthenticationResponse {
  return { auth_req_id, expires_in: valid_until - requested_at, interval: poll_interval };
}

/** The request as the authorization request that a grant is created from. */
export function authorizationRequestOf({
  client_id,
  asked,
}: Pick<BackchannelRequest, "client_id" | "asked">): AuthorizationRequest {
  const { scope, audience, authorization_details, login_hint, ui_locales } = asked;
  const { acr_values, required_acr, max_age, claims } = asked;
  return {
    client_id,
    ...noRedirect,
    scope,
    audience,
    ...(authorization_details !== undefined && { authorization_details }),
    ui_locales,
    acr_values,
    ...(required_acr !== undefined && { required_acr }),
    ...(max_age !== undefined && { max_age }),
    ...(claims !== undefined && { claims }),
    ...(login_hint !== undefined && { login_hint }),
  };
}
