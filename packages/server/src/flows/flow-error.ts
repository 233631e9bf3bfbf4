import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import { redirect, type Response } from "../http/response.ts";
import type { Flow } from "../interaction/flow.ts";
import type { SentError } from "../interaction/provider-error.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { destinationOf, noting, sendErrorToClient, withCookies } from "./authorization-response.ts";
import { readDeviceCookie } from "./cookies.ts";
import { deviceDeniedUrl } from "./device/denial.ts";
import { showError } from "./error-page.ts";

/** Ends a step with an error: for the client at its redirect URI, or for the user, where a device has none. */
export async function failFlow(
  flow: Flow,
  error: OAuthError,
  cookies: readonly string[],
  request: Request,
  context: Context,
): Promise<Response> {
  return flow.purpose.kind === "device"
    ? withCookies(showError(error, request, context), cookies)
    : sendErrorToClient(destinationOf(flow, request), error, cookies, context);
}

/** A login or consent app rejected the request, perhaps with a code of its own. A device learns of it when it asks again. */
export async function rejectFlow(
  flow: Flow,
  error: SentError,
  cookies: readonly string[],
  request: Request,
  context: Context,
): Promise<Response> {
  if (flow.purpose.kind !== "device")
    return sendErrorToClient(destinationOf(flow, request), error, cookies, context);
  const page =
    context.config["urls.error"] === undefined
      ? redirect(deviceDeniedUrl(readDeviceCookie(request, context), context))
      : showError(deviceDenied, request, context);
  return noting(withCookies(page, cookies), { error });
}

const deviceDenied: OAuthError = {
  error: "access_denied",
  error_description: "The device was not connected. You can close this page.",
};
