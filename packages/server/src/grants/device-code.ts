import type { Context } from "../context/context.ts";
import { readGrantToken } from "../crypto/grant-token.ts";
import { isDenied } from "../interaction/user-code-request.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import { deviceCodeGrant } from "../oauth/device/device-authorization.ts";
import {
  decideDeviceCode,
  describeDeviceCodeRejection,
  type DeviceCodeDecision,
  type DeviceCodeFacts,
  keepPace,
} from "../oauth/device/device-code-grant.ts";
import type { GrantToken } from "../oauth/grant.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { parseResources } from "../oauth/resource/indicators.ts";
import { err, ok } from "../oauth/result.ts";
import { assertWasAnswered } from "../store/port/unavailable.ts";
import { defineGrantType, type GrantedTokens } from "./grant-type.ts";
import { issueGrantTokens } from "./issue-grant-tokens.ts";
import { nextGeneration } from "./next-generation.ts";

interface DeviceRedemption {
  readonly token: GrantToken;
  readonly resource: readonly string[];
}

/** RFC 8628 §3.4: a device exchanges its code for tokens, once its user has given consent. */
export const deviceCode = defineGrantType<DeviceRedemption, DeviceCodeDecision>({
  ...deviceCodeGrant,
  metric_label: "device_code",
  inspector: {
    for_user: true,
    step: "device_code_redeemed",
    refused_step: "device_code_refused",
    unrecorded_errors: ["authorization_pending"],
  },
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
      means: "The user, or the login or consent app, denied the request.",
      remedy: "Stop asking. Start again when the user wants to.",
    },
    invalid_grant: {
      means: "The device code is unknown, of another client, or already redeemed.",
      remedy: "Start a new device authorization.",
    },
    invalid_request: {
      means: "The parameter `device_code` is missing.",
      remedy: "Send the device code of the device authorization response.",
    },
    invalid_target: {
      means: "The resource is no absolute URI, or was not granted. The device code is not spent.",
      remedy: "Name a resource of the device authorization request, or none.",
    },
  },

  read(form, _request, { signer }) {
    const code = form.get("device_code");
    if (code === undefined) return err(codeMissing);
    const token = readGrantToken(signer, "device_code", code);
    if (token === undefined)
      return err(describeDeviceCodeRejection({ reason: "device_code_unknown" }));
    const resource = parseResources(form);
    if (!resource.ok) return err(describeDeviceCodeRejection(resource.error));
    return ok({ token, resource: resource.value });
  },

  async decide({ token, resource }, client, context) {
    const facts = { ...(await loadFacts(token, client, context)), resource };
    const decision = decideDeviceCode(token, facts);
    const isUsed = decision.kind === "reject" && decision.rejection.reason === "device_code_used";
    if (isUsed) assertWasAnswered(facts.grant?.redeemed_at_ms, context.store);
    return decision;
  },

  async carryOut(decision, client, context) {
    if (decision.kind === "reject") return err(describeDeviceCodeRejection(decision.rejection));
    const issued = await redeem(decision, client, context);
    return issued && ok(issued);
  },
});

/** Counts the request, and loads what came of the device's request. */
async function loadFacts(
  { grant_id: device_id, expires_at }: GrantToken,
  client: AuthenticatedClient,
  { config, now, now_ms, store }: Context,
): Promise<Omit<DeviceCodeFacts, "resource">> {
  const unknown = { client, device: undefined, too_fast: false, denied: false, grant: undefined };
  if (expires_at <= now()) return { ...unknown, now: now() };
  const polled = await store.device_authorizations.poll(device_id, client, now(), (pace) =>
    keepPace(pace, now_ms()),
  );
  if (polled?.device.state !== "accepted") return { ...unknown, ...polled, now: now() };
  const [flow, grant] = await Promise.all([
    store.flows.find(device_id),
    store.grants.find(device_id),
  ]);
  const denied = flow !== undefined && isDenied(flow);
  const server_profile = config["security.profile"];
  return { client, ...polled, denied, grant, server_profile, now: now() };
}

/** Undefined when another request redeemed the code first. */
async function redeem(
  { grant, issue, extent }: Extract<DeviceCodeDecision, { kind: "redeem" }>,
  client: AuthenticatedClient,
  context: Context,
): Promise<GrantedTokens | undefined> {
  const issuance = { issue, extent, by: deviceCodeGrant.name };
  const next = nextGeneration(grant, client, issuance, context);
  const issued = await issueGrantTokens(next, client, issuance, context);
  const redeemed_at_ms = context.now_ms();
  return (await context.store.grants.redeem(grant, { ...next, redeemed_at_ms }))
    ? issued
    : undefined;
}

const codeMissing: OAuthError = {
  error: "invalid_request",
  error_description: "The parameter device_code is missing.",
};
