import type { FeatureEndpoint } from "../../feature/feature.ts";
import type { DeviceContext } from "./context.ts";
import { mintFlowId } from "../../crypto/flow-id.ts";
import { writeGrantToken } from "../../crypto/grant-token.ts";
import { mintUserCode, userCodeMacs } from "./user-code-mac.ts";
import { addressRateError } from "../../flows/limit-rate.ts";
import { verificationUri } from "./urls.ts";
import { authenticateClient } from "../../grants/authenticate-client.ts";
import { findTargetPolicyOf } from "../../grants/find-apis.ts";
import { verifyDetails } from "../../grants/authorization-details.ts";
import { verifyProfileBefore } from "../../grants/verify-profile.ts";
import { readForm } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import { tokenResponse } from "../../http/response.ts";
import { detailsRejections } from "../../oauth/authorization-details/details-rejection.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import {
  describeDeviceAuthorization,
  type DeviceAuthorization,
  type DeviceRequest,
  deviceCodeGrant,
  parseDeviceAuthorizationRequest,
} from "./rules/device-authorization.ts";
import { grantTypeRejections, verifyGrantTypeAllowed } from "../../oauth/grant-type.ts";
import { describeRejection } from "../../oauth/rejection.ts";

/** POST /oauth2/device/auth: RFC 8628 §3.1. */
export const oAuth2DeviceFlow: FeatureEndpoint<DeviceContext> = async (request, context) => {
  const form = readForm(request);
  if (!form.ok) return refuse(form.error, request, context);
  const client = await authenticateClient(request, form.value, context);
  if (!client.ok) return refuse(client.error, request, context);
  const allowed = verifyGrantTypeAllowed(client.value, deviceCodeGrant);
  if (!allowed.ok)
    return refuse(describeRejection(grantTypeRejections, allowed.error), request, context);
  const followed = verifyProfileBefore(client.value, context);
  if (!followed.ok) return refuse(followed.error, request, context);
  const scope_strategy = context.config["strategies.scope"];
  const policy = await findTargetPolicyOf(form.value, client.value, context);
  const options = { scope_strategy, ...policy };
  const asked = parseDeviceAuthorizationRequest(form.value, client.value, options);
  if (!asked.ok) return refuse(asked.error, request, context);
  const { authorization_details } = asked.value;
  const fit = await verifyDetails(authorization_details, client.value, context);
  if (!fit.ok) return refuse(describeRejection(detailsRejections, fit.error), request, context);
  const limited = addressRateError(request, context);
  if (limited !== undefined) return refuse(limited, request, context);

  const device = { ...newDevice(client.value, context), ...asked.value };
  const user_code = await begin(device, context);
  const codes = { device_code: writeDeviceCode(device, context), user_code };
  const response = describeDeviceAuthorization(device, codes, verificationUri(context.config));
  const { device_id: flow_id, client_id } = device;
  return { ...tokenResponse(response), note: { flow_id, client_id, rule: "device_asked" } };
};

function newDevice(
  { client_id, client_key }: AuthenticatedClient,
  { config, observer, now }: DeviceContext,
): Omit<DeviceAuthorization, keyof DeviceRequest> {
  const requested_at = now();
  const expires_at = requested_at + config["ttl.device_user_code"];
  return {
    device_id: mintFlowId(expires_at * 1000, observer.admits()),
    client_id,
    client_key,
    state: "waiting",
    challenge_id: undefined,
    requested_at,
    expires_at,
    poll_interval: config["oauth2.device_authorization.token_polling_interval"],
    polled_at_ms: undefined,
  };
}

/** Stores the request under a user code that no other one has, which is returned. */
async function begin(
  asked: DeviceAuthorization,
  { signer, device }: DeviceContext,
): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const user_code = mintUserCode();
    const [mac = ""] = userCodeMacs(signer, user_code);
    if (await device.authorizations.begin(asked, mac)) return user_code;
  }
  throw new Error("Every user code that was tried is in use.");
}

/** With a million codes in use, one attempt in 25,000 meets one of them. */
const MAX_ATTEMPTS = 5;

function writeDeviceCode(
  { device_id: grant_id, requested_at: issued_at, expires_at }: DeviceAuthorization,
  { signer }: DeviceContext,
): string {
  return writeGrantToken(signer, "device_code", { grant_id, generation: 0, issued_at, expires_at });
}
