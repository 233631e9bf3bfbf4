import type { CompletedRequest } from "@latchkey/api";
import type { DeviceContext } from "./context.ts";
import { writeHandle } from "../../crypto/flow-id.ts";
import { randomId } from "../../crypto/random.ts";
import { interactionLifespan } from "../../grants/lifespans.ts";
import type { Flow } from "../../interaction/flow.ts";
import { newLoginRequest } from "../../interaction/login-request.ts";
import { authenticationRequirements } from "../../oauth/authentication-requirements.ts";
import type { AuthorizationRequest } from "../../oauth/authorization-request.ts";
import { defaultClientMetadata } from "../../oauth/client.ts";
import { authorizationRequestOf, type DeviceAuthorization } from "./rules/device-authorization.ts";
import { withQuery } from "../../openid/urls.ts";
import { deviceVerificationUrl } from "./urls.ts";

/**
 * Begins the flow of a device whose user code was entered in a browser. The browser continues at `redirect_to`, which only works
 * in that browser. Undefined when another browser was first. Repeating it gives the same URL.
 */
export async function beginDeviceFlow(
  device: DeviceAuthorization,
  challenge_id: string,
  context: DeviceContext,
): Promise<CompletedRequest | undefined> {
  const { config, signer, now, store } = context;
  const { device_id, client_id } = device;
  const device_verifier = writeHandle(signer, "device_verifier", device_id);
  const redirect_to = withQuery(deviceVerificationUrl(config), { client_id, device_verifier });
  if (device.state === "accepted") return { redirect_to };
  const client = await store.clients.find(client_id);
  const requirements = authenticationRequirements(
    device.authentication ?? { acr_values: [] },
    client ?? defaultClientMetadata,
    config["oidc.acr_values_required"],
  );
  const request = authorizationRequestOf(device, requirements);
  const flow = newFlow(device, request, redirect_to, now());
  // Stored longer than it is valid, so that a late user gets an explanation.
  const keptUntil = device.expires_at + interactionLifespan(config);
  const isFirst = await context.device.authorizations.accept(challenge_id, flow, keptUntil);
  return isFirst ? { redirect_to } : undefined;
}

/** The login is asked for when the browser arrives: then it is known which session it has. */
function newFlow(
  device: DeviceAuthorization,
  request: AuthorizationRequest,
  request_url: string,
  requested_at: number,
): Flow {
  const { device_id, client_id, client_key, expires_at } = device;
  return {
    flow_id: device_id,
    version: 0,
    client_id,
    client_key,
    purpose: { kind: "device", expires_at },
    requested_at,
    request,
    request_url,
    hint: undefined,
    login: newLoginRequest(randomId()),
    consent: undefined,
  };
}
