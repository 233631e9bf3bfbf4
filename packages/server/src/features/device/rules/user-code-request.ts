/** RFC 8628 §3.3: the handoff to the page on which a user enters the code of a device. */

import type * as api from "@latchkey/api";
import type { DeviceAuthorization } from "./device-authorization.ts";
import type { OAuthError } from "../../../oauth/oauth-error.ts";
import { type Rejections, retryLater } from "../../../oauth/rejection.ts";
import { err, ok, type Result } from "../../../result.ts";
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

export const userCodeRejections = {
  /** §5.1: a code that is wrong, expired or used gets one and the same response, so that guesses learn nothing. */
  user_code_invalid: {
    error: "invalid_request",
    description: "The user code is wrong, expired or already used. Ask for the code again.",
    because: "No device waits for this user code: it is mistyped, expired, or was entered before.",
    reference: "RFC 8628 §3.3",
    fix: "Enter the code that the device displays now, or start again on the device.",
  },
  user_code_guessed: {
    error: "too_many_requests",
    description: ({ retry_after }: { retry_after: number }) =>
      `Too many wrong user codes were entered. Try again in ${retry_after} seconds.`,
    ...retryLater,
    because: "Too many wrong user codes were entered in this browser or from this address.",
    reference: "RFC 8628 §5.1",
    fix: "Wait, then enter the code that the device displays. The limits are limits.user_code.*.",
  },
} satisfies Rejections;

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
