import type { Context } from "../../context/context.ts";
import type { Request } from "../../http/request.ts";
import { redirect, type Response } from "../../http/response.ts";
import type { ConsentAnswer } from "../../interaction/consent-answer.ts";
import type { ConsentFlow } from "../../interaction/consent-transitions.ts";
import type { Flow } from "../../interaction/flow.ts";
import { alreadyUsed } from "../../interaction/verifier-use.ts";
import type { Client } from "../../oauth/client.ts";
import { withQuery } from "../../openid/urls.ts";
import { noting, withCookies } from "../authorization-response.ts";
import { writeDeviceConnectedCookie } from "../cookies.ts";
import { lostRace, storedNothing, type StepResult } from "../flow-step.ts";
import { createGrant, tracesOf } from "../new-grant.ts";
import { placeUrl } from "../page-urls.ts";
import { failFlow } from "../flow-error.ts";
import { findPreviousConsent } from "../consent/remembered-consent.ts";
import { subjectIdentifierFor } from "../../grants/subject-identifier.ts";

/** The last step of a device's flow: there is a grant, which the device redeems with its code when it asks again. */
export async function concludeForDevice(
  flow: ConsentFlow,
  answer: ConsentAnswer,
  client: Client,
  cookies: readonly string[],
  request: Request,
  context: Context,
): Promise<StepResult> {
  const login = flow.login.answer;
  const sub = subjectIdentifierFor(client, login.subject, login.force_subject_identifier, context);
  if (!sub.ok) return storedNothing(await failFlow(flow, sub.error, cookies, request, context));
  const previous = await findPreviousConsent(flow, answer, client, context);
  const grant = await createGrant(
    { flow, answer, client, id_token_subject: sub.value, previous },
    context,
  );
  if (!grant.ok) return storedNothing(await failFlow(flow, grant.error, cookies, request, context));
  const traces = await tracesOf(grant.value, client, login, context);
  const written = await context.store.flows.complete(flow, grant.value, traces);
  if (!written) return lostRace(await failFlow(flow, alreadyUsed.error, [], request, context));
  return { written, response: returnToDevice(flow, cookies, context) };
}

/** Redirects to the page that says that the user can return to the device. Repeated, it is the same. */
export function returnToDevice(
  { client_id, login }: Flow,
  cookies: readonly string[],
  context: Context,
): Response {
  const { config } = context;
  const page = withQuery(placeUrl("device.success", config), { client_id });
  const isOurs = config["urls.device.success"] === undefined;
  const set = isOurs ? [...cookies, writeDeviceConnectedCookie(context)] : cookies;
  const subject = login.state === "used" ? login.answer?.subject : undefined;
  return noting(withCookies(redirect(page), set), {
    rule: "device_granted",
    client_id,
    ...(subject !== undefined && { subject }),
  });
}
