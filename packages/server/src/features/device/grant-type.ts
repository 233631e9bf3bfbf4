import type { DeviceContext } from "./context.ts";
import { subjectKeyOf } from "../../crypto/subject-key.ts";
import type { Flow } from "../../interaction/flow.ts";
import { userOf } from "../../interaction/login-request.ts";
import { isAllowed, isDenied } from "./rules/user-code-request.ts";
import type { AuthenticatedClient } from "../../oauth/client.ts";
import { deviceCodeGrant, deviceCodeRejections } from "./rules/device-authorization.ts";
import { keepPace } from "../../oauth/polling-pace.ts";
import type { Store } from "../../store/port/store.ts";
import { detailsErrors } from "../../grants/authorization-details.ts";
import { scopeWithdrawn } from "../../grants/grant-type.ts";
import {
  definePolledGrantType,
  notFound,
  type PolledState,
} from "../../grants/polled-grant-type.ts";

/** RFC 8628 §3.4: a device exchanges its code for tokens, once its user has given consent. */
export const deviceCode = definePolledGrantType<DeviceContext>({
  ...deviceCodeGrant,
  metric_label: "device_code",
  code: "device_code",
  rejections: deviceCodeRejections,
  inspector: {
    step: {
      name: "device_code_redeemed",
      refused: "device_code_refused",
      sentence: "The device asks for its tokens",
      contents: "tokens",
      outcome: "granted",
      headline: "The device received its tokens.",
    },
  },
  lifespans: (config) => ({
    access_token: {
      field: "device_authorization_grant_access_token_lifespan",
      configured: config["ttl.grants.device_authorization.access_token"],
    },
    refresh_token: {
      field: "device_authorization_grant_refresh_token_lifespan",
      configured: config["ttl.grants.device_authorization.refresh_token"],
    },
    id_token: {
      field: "device_authorization_grant_id_token_lifespan",
      configured: config["ttl.grants.device_authorization.id_token"],
    },
  }),
  errors: {
    authorization_pending: {
      means: "The user has not entered the user code yet, or has not finished signing in.",
      remedy: "Ask again after `interval` seconds.",
    },
    slow_down: {
      means: "The device asked again too early.",
      remedy: "Wait 5 seconds longer between this and all later token requests.",
    },
    expired_token: {
      means: "The codes have expired: `ttl.device_user_code`.",
      remedy: "Start a new device authorization, and display the new user code.",
    },
    access_denied: {
      means:
        "The user, or the login or consent app, denied the request, or revoked the consent since.",
      remedy: "Stop asking. Start again when the user wants to.",
    },
    invalid_grant: {
      means: "The device code is unknown, of another client, or already redeemed.",
      remedy: "Start a new device authorization.",
    },
    invalid_request: {
      means:
        "The parameter `device_code` is missing; or an API was withdrawn from the client after its request, and the device code is not spent.",
      remedy: "Send the device code of the device authorization response.",
    },
    invalid_scope: scopeWithdrawn("device code"),
    invalid_target: {
      means: "The resource is no absolute URI, or was not granted. The device code is not spent.",
      remedy: "Name a resource of the device authorization request, or none.",
    },
    unmet_authentication_requirements: {
      means: "The user signed in, but not as the device authorization request required.",
      remedy: "Start a new device authorization.",
    },
    ...detailsErrors(
      "An element of `authorization_details` is malformed, or more than was granted; or the client may no longer request its type. The device code is not spent.",
      "Leave the parameter out, or request a part of what was granted.",
    ),
  },

  poll,
});

/** Counts the request, and loads what came of the device's request. */
async function poll(
  device_id: string,
  client: AuthenticatedClient,
  { now, now_ms, store, device }: DeviceContext,
): Promise<PolledState> {
  const polled = await device.authorizations.poll(device_id, client, now(), (pace) =>
    keepPace(pace, now_ms()),
  );
  if (polled === undefined) return notFound;
  const { device: request, too_fast } = polled;
  if (request.state !== "accepted")
    return { ...notFound, request, too_fast, denied: request.state === "rejected" };
  // One after the other: the grant of a flow that has ended exists, unless the consent was revoked.
  const flow = await store.flows.find(device_id);
  const grant = await grantOf(device_id, flow, store);
  const denied = flow !== undefined && isDenied(flow);
  const consent_revoked = flow !== undefined && isAllowed(flow) && grant === undefined;
  return { request, too_fast, denied, consent_revoked, grant };
}

/** The flow knows the user; where its row is gone, the grant may be there all the same. */
function grantOf(grant_id: string, flow: Flow | undefined, { grants }: Store) {
  if (flow === undefined) return grants.findById(grant_id);
  const subject = userOf(flow.login);
  return subject === "" ? undefined : grants.find({ grant_id, subject_key: subjectKeyOf(subject) });
}
