/** The authorization of devices: RFC 8628. */

import * as v from "valibot";
import { oauth2Client } from "../oauth2-client.ts";
import { authorizationParameters } from "../authorization.ts";
import { clientCredentials } from "../tokens.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { integer, text, timestamp } from "../values.ts";
import { askedFields } from "../interactions/requested.ts";

const string = v.string();

const user_code = required(
  text,
  "The code that the user typed. Case, dashes and spaces do not matter.",
);

export const userCodeRequest = named(
  "UserCodeRequest",
  "What stands behind a user code: which client asks, on a device, and for what.",
  v.object({
    ...askedFields,
    user_code: required(string, "The code as the device displays it."),
    client: required(oauth2Client, "The client, without its secret."),
    requested_at: required(timestamp, "When the device asked, in RFC 3339."),
    expires_at: required(timestamp, "When the code expires, in RFC 3339."),
  }),
);

export interface UserCodeRequest extends ValueOf<typeof userCodeRequest> {}

export const acceptUserCodeRequest = named(
  "AcceptUserCodeRequest",
  "The user confirms that the code is the one on their device.",
  requestObject({ user_code }),
  { user_code: "WDJB-MJHT" },
);

export interface AcceptUserCodeRequest extends ValueOf<typeof acceptUserCodeRequest> {}

export const rejectUserCodeRequest = named(
  "RejectUserCodeRequest",
  "The user does not know the device, so it gets `access_denied`.",
  requestObject({ user_code }),
  { user_code: "WDJB-MJHT" },
);

export interface RejectUserCodeRequest extends ValueOf<typeof rejectUserCodeRequest> {}

export const deviceAuthorizationRequest = named(
  "DeviceAuthorizationRequest",
  "A device asks for a code that its user enters on another one: RFC 8628 §3.1.",
  v.object({
    ...clientCredentials,
    scope: authorizationParameters.scope,
    audience: authorizationParameters.audience,
    resource: authorizationParameters.resource,
    authorization_details: optional(
      string,
      "What the device asks for in detail, as a JSON list of objects with a `type`: RFC 9396 §2.",
    ),
    acr_values: authorizationParameters.acr_values,
    max_age: authorizationParameters.max_age,
    claims: authorizationParameters.claims,
  }),
);

export interface DeviceAuthorizationRequest extends ValueOf<typeof deviceAuthorizationRequest> {}

export const deviceAuthorizationResponse = named(
  "DeviceAuthorizationResponse",
  "RFC 8628 §3.2.",
  v.object({
    device_code: required(string, "What the device requests its tokens with."),
    user_code: required(string, "What the device displays and the user enters."),
    verification_uri: required(string, "Where the user enters it."),
    verification_uri_complete: required(
      string,
      "The same with the code in it, to be displayed as a QR code.",
    ),
    expires_in: required(integer, "Seconds until both codes expire."),
    interval: required(integer, "Seconds to wait between two token requests."),
  }),
);

export interface DeviceAuthorizationResponse extends ValueOf<typeof deviceAuthorizationResponse> {}

/** RFC 8628 §3.3: what brings a browser to the verification page, and back from it. */
export const deviceVerificationParameters = {
  user_code: optional(string, "Passed on to the verification page, which asks for confirmation."),
  client_id: optional(string, "The client; nothing depends on it."),
  device_verifier: optional(string, "Proof that the verification page accepted a user code."),
  prompt: optional(string, "`login`: asks the user to sign in again."),
};
