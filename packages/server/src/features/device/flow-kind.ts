import type { Conclusion, EndedFlow, FlowKind, StepResult } from "../../context/context.ts";
import { findPreviousConsent } from "../../flows/remembered-consent.ts";
import { noting, withCookies } from "../../flows/authorization-response.ts";
import { showError } from "../../flows/error-page.ts";
import { findOwnClient } from "../../flows/flow-client.ts";
import { lostRace, storedNothing } from "../../flows/flow-step.ts";
import { createGrant, tracesOf } from "../../flows/new-grant.ts";
import { placeUrl } from "../../flows/page-urls.ts";
import { subjectIdentifierFor } from "../../grants/subject-identifier.ts";
import { redirect, type Response } from "../../http/response.ts";
import type { SentError } from "../../interaction/provider-error.ts";
import { alreadyUsed } from "../../interaction/verifier-use.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { withQuery } from "../../openid/urls.ts";
import type { DeviceContext } from "./context.ts";
import { readDeviceCookie, writeDeviceConnectedCookie } from "./cookies.ts";
import { deviceDeniedUrl } from "./denial.ts";
import { deviceCodeGrant } from "./rules/device-authorization.ts";
import { successPage } from "./urls.ts";

/** A device without a browser requests a grant. Its user entered a code, and the device polls until `expires_at`. */
export const deviceKind: FlowKind<DeviceContext> = {
  kind: "device",
  consent: "unless_remembered",
  exempts_apis: false, // Whether the user sees the device that asks is not known.
  consentUrl: (config) => placeUrl("consent", config),
  findClient: findOwnClient,
  lifespanOf: ({ purpose, requested_at }) =>
    purpose.expires_at === undefined ? undefined : purpose.expires_at - requested_at,
  conclude,
  concludeAgain: async (ended, context) => returnToDevice(ended, context),
  fail,
  reject,
};

/** The last step: there is a grant, which the device redeems with its code when it asks again. */
async function conclude(concluded: Conclusion, context: DeviceContext): Promise<StepResult> {
  const { flow, answer, client, cookies } = concluded;
  const login = flow.login.answer;
  const sub = subjectIdentifierFor(client, login.subject, login.force_subject_identifier, context);
  if (!sub.ok) return storedNothing(await fail({ ...concluded, error: sub.error }, context));
  const id_token_subject = sub.value;
  const previous = await findPreviousConsent(flow, answer, client, context);
  const source = { flow, answer, client, grant_type: deviceCodeGrant, id_token_subject, previous };
  const grant = await createGrant(source, context);
  if (!grant.ok) return storedNothing(await fail({ ...concluded, error: grant.error }, context));
  const traces = await tracesOf(grant.value, client, login, context);
  const written = await context.store.flows.complete(flow, grant.value, traces);
  if (!written)
    return lostRace(await fail({ ...concluded, cookies: [], error: alreadyUsed.error }, context));
  return { written, response: returnToDevice({ flow, cookies }, context) };
}

/** Shows the user an error. The device learns of it when it asks again. */
async function fail(
  { error, cookies, request }: EndedFlow & { readonly error: OAuthError },
  context: DeviceContext,
): Promise<Response> {
  return withCookies(showError(error, request, context), cookies);
}

async function reject(
  { error, cookies, request }: EndedFlow & { readonly error: SentError },
  context: DeviceContext,
): Promise<Response> {
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

/** Redirects to the page that says that the user can return to the device. Repeated, it is the same. */
function returnToDevice(
  { flow, cookies }: Pick<EndedFlow, "flow" | "cookies">,
  context: DeviceContext,
): Response {
  const { client_id, login } = flow;
  const { config } = context;
  const page = withQuery(successPage(config), { client_id });
  const isOurs = config["urls.device.success"] === undefined;
  const set = isOurs ? [...cookies, writeDeviceConnectedCookie(context)] : cookies;
  const subject = login.state === "used" ? login.answer?.subject : undefined;
  return noting(withCookies(redirect(page), set), {
    rule: "device_granted",
    client_id,
    ...(subject !== undefined && { subject }),
  });
}
