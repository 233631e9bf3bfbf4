import { devicePages } from "@latchkey/api";
import type { DeviceContext } from "./context.ts";
import { endOfChallenge } from "./device-challenge.ts";
import { readHandle, writeHandle } from "../../crypto/flow-id.ts";
import type { Request } from "../../http/request.ts";
import { joinUrl, withQuery } from "../../openid/urls.ts";
import { readDeviceCookie } from "./cookies.ts";
import { publicUrl } from "../../flows/page-urls.ts";

/**
 * Where a browser is redirected after a device was denied. The denial is in the URL, because the app that redirects cannot set
 * a cookie of this server. It counts only in the browser that has this challenge; without one, the page says nothing of a denial.
 */
export function deviceDeniedUrl(
  challenge_id: string | undefined,
  { config, signer }: DeviceContext,
): string {
  const page = joinUrl(publicUrl(config), devicePages.deviceDeniedPage.path);
  if (challenge_id === undefined) return page;
  return withQuery(page, { device_denial: writeHandle(signer, "device_denial", challenge_id) });
}

/** Whether a device was denied in this browser, and this is the URL it was redirected to. */
export function hasDeniedDevice(request: Request, context: DeviceContext): boolean {
  const denial = request.query.get("device_denial");
  if (denial === null) return false;
  const challengeId = readHandle(context.signer, "device_denial", denial);
  if (challengeId === undefined || endOfChallenge(challengeId) <= context.now()) return false;
  return challengeId === readDeviceCookie(request, context);
}
