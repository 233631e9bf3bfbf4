/** RFC 8628 §3.3: the handoff to the page on which a user enters the code of a device. */

import type * as api from "@latchkey/api";
import type { DeviceAuthorization } from "./device-authorization.ts";
import type { OAuthError } from "../../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../../oauth/result.ts";
import { formatUserCode } from "./user-code.ts";
import type { Flow } from "../../../interaction/flow.ts";
import { isExpired } from "../../../interaction/interaction-rejection.ts";
import {
  alreadyUsed,
  anotherBrowser,
  expired,
  type UseFacts,
} from "../../../interaction/verifier-use.ts";
import { timestamp } from "../../../oauth/timestamp.ts";

/**
 * Whether a browser may still answer for a device. The browser that accepted its code may do so again, for example after the
 * user went back; any other browser may not, even if it knows the code.
 */
export function mayAnswer(
  device: DeviceAuthorization,
  answer: "accepted" | "rejected",
  challenge_id: string,
): boolean {
  if (device.state === "waiting") return true;
  return device.state === answer && device.challenge_id === challenge_id;
}

/**
 * §5.1: a code that is wrong, expired or used gets one and the same response, so that guesses learn nothing.
 */
export const userCodeInvalid: OAuthError = {
  error: "invalid_request",
  error_description: "The user code is wrong, expired or already used. Ask for the code again.",
  reason: "user_code_invalid",
};

/** The response to the page, without the client, which the caller adds in its serialized form. */
export function describeUserCodeRequest(
  device: DeviceAuthorization,
  challenge: string,
  user_code: string,
): Omit<api.UserCodeRequest, "client"> {
  return {
    challenge,
    requested_scope: device.scope,
    requested_access_token_audience: device.audience,
    user_code: formatUserCode(user_code),
    requested_at: timestamp(device.requested_at),
    expires_at: timestamp(device.expires_at),
  };
}

/** The browser returned from the page with a verifier: whether its user may sign in for the device. */
export function useUserCode(
  device: DeviceAuthorization | undefined,
  flow: Flow,
  facts: UseFacts,
): Result<void, OAuthError> {
  if (!facts.bound) return err(anotherBrowser.error);
  if (device === undefined || isExpired(flow, facts)) return err(expired.error);
  const isOver = flow.consent?.state === "used" || isRejectedAtLogin(flow);
  return isOver ? err(alreadyUsed.error) : ok(undefined);
}

/** Whether a user, or a login or consent app, denied the request of a device. */
export function isDenied(flow: Flow): boolean {
  const { consent } = flow;
  return isRejectedAtLogin(flow) || (consent?.state === "used" && consent.refusal !== undefined);
}

/** Whether the user consented to the request of a device: there is a grant, unless the consent was revoked since. */
export function isAllowed({ consent }: Flow): boolean {
  return consent?.state === "used" && consent.refusal === undefined;
}

function isRejectedAtLogin({ login }: Flow): boolean {
  return login.state === "used" && login.refusal !== undefined;
}
