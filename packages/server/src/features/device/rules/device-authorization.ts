/** RFC 8628 §3.1, §3.2: a device requests a code that its user enters on another device. */

import type { DeviceAuthorizationResponse } from "@latchkey/api";
import {
  type AuthorizationRequest,
  noRedirect,
  parseRequestedAuthentication,
} from "../../../oauth/authorization-request.ts";
import type {
  AuthenticationRequirements,
  RequestedAuthentication,
} from "../../../oauth/authentication-requirements.ts";
import type { AuthorizationDetail } from "../../../oauth/authorization-details/parse-details.ts";
import type { Client } from "../../../oauth/client.ts";
import { type FormFields, verifyNotRepeated } from "../../../oauth/form-fields.ts";
import type { GrantTypeRequirements } from "../../../oauth/grant-type.ts";
import type { OAuthError } from "../../../oauth/oauth-error.ts";
import type { PollingPace } from "../../../oauth/polling-pace.ts";
import { polledRejections } from "../../../oauth/polled-grant.ts";
import { describeRejection } from "../../../oauth/rejection.ts";
import { authorizationRequestRejections } from "../../../oauth/request/authorization-request-rejection.ts";
import { parsePermissions, type PermissionPolicy } from "../../../oauth/request/permissions.ts";
import { err, ok, type Result } from "../../../result.ts";
import { formatUserCode } from "./user-code.ts";

/** §3.4: the grant type. Public clients may use it, as most devices cannot keep a secret. */
export const deviceCodeGrant = {
  name: "urn:ietf:params:oauth:grant-type:device_code",
  clients: "any",
} as const satisfies GrantTypeRequirements;

export const deviceCodeRejections = polledRejections({
  code: "device_code",
  code_in_words: "device code",
  request: "device",
  start_again: "Start a new device authorization.",
  fix_expired: "Start again on the device, or increase ttl.device_user_code.",
  reference: "RFC 8628 §3.5",
  unknown_reference: "RFC 6749 §5.2",
});

/**
 * The request of a device, until it has tokens.
 *
 *   waiting ──user code accepted──▶ accepted ──▶ login, consent ──▶ a grant, which the device code redeems once
 *      └──────user code rejected──▶ rejected
 *
 * Neither code is stored: the device code has the id under a MAC, and of the user code there is only a MAC.
 */
export interface DeviceAuthorization extends PollingPace {
  /** 16 bytes in base64url; the flow and the grant that come of it have the same id. */
  readonly device_id: string;
  readonly client_id: string;
  /** Distinguishes the client from a deleted one with the same id. */
  readonly client_key: number;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** RFC 9396 §2: what the device requests in detail. */
  readonly authorization_details: readonly AuthorizationDetail[] | undefined;
  /** OpenID Connect Core §3.1.2.1: what it requires of the login of its user; undefined for nothing. */
  readonly authentication: RequestedAuthentication | undefined;
  readonly state: "waiting" | "accepted" | "rejected";
  /** The browser that entered the user code, by the id of its challenge; undefined while waiting. */
  readonly challenge_id: string | undefined;
  /** Unix seconds, as is `expires_at`. */
  readonly requested_at: number;
  readonly expires_at: number;
}

/** What a device requests. */
export type DeviceRequest = Pick<
  DeviceAuthorization,
  "scope" | "audience" | "authorization_details" | "authentication"
>;

/**
 * The permissions of a device's request and what it says about the login, checked as those of an authorization request. The
 * caller checks the types of details.
 */
export function parseDeviceAuthorizationRequest(
  form: FormFields,
  client: Client,
  policy: PermissionPolicy,
): Result<DeviceRequest, OAuthError> {
  const once = verifyNotRepeated(form);
  if (!once.ok) return once;
  const permissions = parsePermissions(form, client, policy);
  if (!permissions.ok)
    return err(describeRejection(authorizationRequestRejections, permissions.error));
  const login = parseRequestedAuthentication(form);
  if (!login.ok) return err(describeRejection(authorizationRequestRejections, login.error));
  const { scope, audience, authorization_details } = permissions.value;
  const authentication = isEmpty(login.value) ? undefined : login.value;
  return ok({ scope, audience, authorization_details, authentication });
}

function isEmpty({ acr_values, max_age, claims }: RequestedAuthentication): boolean {
  return acr_values.length === 0 && max_age === undefined && claims === undefined;
}

/** §3.2: the response. The user code is in the URL as well, for devices that can show a QR code. */
export function describeDeviceAuthorization(
  { requested_at, expires_at, poll_interval }: DeviceAuthorization,
  codes: { readonly device_code: string; readonly user_code: string },
  verification_uri: string,
): DeviceAuthorizationResponse {
  const user_code = formatUserCode(codes.user_code);
  return {
    device_code: codes.device_code,
    user_code,
    verification_uri,
    verification_uri_complete: `${verification_uri}?user_code=${user_code}`,
    expires_in: expires_at - requested_at,
    interval: poll_interval,
  };
}

/** The device's request as the authorization request that its flow carries out. */
export function authorizationRequestOf(
  { client_id, scope, audience, authorization_details, authentication }: DeviceAuthorization,
  requirements: AuthenticationRequirements,
): AuthorizationRequest {
  return {
    client_id,
    ...noRedirect,
    scope,
    audience,
    ...(authorization_details !== undefined && { authorization_details }),
    ...(authentication?.claims !== undefined && { claims: authentication.claims }),
    ...requirements,
  };
}
