import type { UserCodeRequest } from "@latchkey/api";
import { ApiError } from "@latchkey/client";

import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { redirectAfterForm, seeOther, showPage, type ResponseOptions } from "../http/responses.ts";
import { messagesOf } from "../branding/page-messages.ts";
import type { Messages } from "../messages/messages-type.ts";
import { frameOf, pageUrl, readForm, type PageContext } from "../page-context.ts";
import { confirmDeviceView, enterCodeView } from "../views/device-view.ts";
import type { FormTarget } from "../views/form.ts";
import { describeClient } from "./client-details.ts";
import { challengeMissing, csrfRejected, showNotice } from "./notices.ts";

/**
 * GET /device: asks for the code of a device. A code in the URL is filled in, and has to be confirmed like any other: RFC 8628
 * §3.3.1. Nothing is looked up before the form is sent, so that a link cannot make a browser guess codes.
 */
export function showDevice(request: PageRequest, context: PageContext): PageResponse {
  const device_challenge = request.query.get("device_challenge");
  if (!device_challenge) return fetchChallenge(request, context);
  const user_code = request.query.get("user_code") ?? "";
  return showEnterCode({ challenge: device_challenge, user_code }, request, context);
}

/** POST /device: shows which client asks for the code, and then accepts or rejects it. */
export async function submitDevice(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const form = readForm(request);
  const device_challenge = request.query.get("device_challenge");
  const frame = frameOf(request, context);
  if (!device_challenge) return challengeMissing(frame);

  const rejection = verifyCsrfToken(device_challenge, form.get("csrf"), request, context);
  if (rejection !== undefined)
    return csrfRejected(frame, rejection, pageUrl("device", device_challenge, context));
  const user_code = (form.get("user_code") ?? "").trim();
  const entered = { challenge: device_challenge, user_code };
  if (user_code === "")
    return showEnterCode({ ...entered, problem: { kind: "code_missing" } }, request, context);

  const { latchkey } = context;
  const body = { user_code };
  try {
    const decision = form.get("decision");
    if (decision !== "confirm" && decision !== "deny") {
      const asked = await latchkey.getUserCodeRequest({ device_challenge, user_code });
      return showConfirmation(asked, request, context);
    }
    const { redirect_to } =
      decision === "confirm"
        ? await latchkey.acceptUserCodeRequest({ device_challenge, body })
        : await latchkey.rejectUserCodeRequest({ device_challenge, body });
    return redirectAfterForm(frame, redirect_to);
  } catch (error) {
    const problem = codeProblem(error);
    if (problem === undefined) throw error;
    return showEnterCode({ ...entered, problem }, request, context);
  }
}

/** GET /device/done: the end of a device's authorization. */
export function showConnected(request: PageRequest, context: PageContext): PageResponse {
  return showOutcome("connected", request.device_connected, request, context);
}

/** GET /device/denied: the user, or the login or consent app, denied it. */
export function showNotConnected(request: PageRequest, context: PageContext): PageResponse {
  return showOutcome("not_connected", request.device_denied, request, context);
}

/** Anyone can open the last pages, so an outcome is reported only where it is known. */
function showOutcome(
  outcome: "connected" | "not_connected",
  isKnown: boolean | undefined,
  request: PageRequest,
  context: PageContext,
): PageResponse {
  const frame = frameOf(request, context);
  const { device } = messagesOf(frame);
  if (isKnown === true) return showNotice(frame, { notice: device[outcome] });
  const { device_url } = context;
  const action = device_url === undefined ? undefined : { href: device_url, label: device.connect };
  return showNotice(frame, { notice: device.see_device, action });
}

/** Users type the URL of this page, which redirects them to get a challenge and return. */
function fetchChallenge(request: PageRequest, context: PageContext): PageResponse {
  const { device_url } = context;
  if (device_url === undefined) return challengeMissing(frameOf(request, context));
  const user_code = request.query.get("user_code");
  const query = user_code === null ? "" : `?${new URLSearchParams({ user_code })}`;
  return seeOther(device_url + query);
}

/** Why a code was not taken. */
type CodeProblem =
  | { readonly kind: "code_missing" | "code_invalid" }
  | { readonly kind: "wait"; readonly seconds: number };

function codeProblem(error: unknown): CodeProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 400) return { kind: "code_invalid" };
  return error.status === 429 ? { kind: "wait", seconds: error.retry_after ?? 1 } : undefined;
}

/** The code in the URL or the one that was typed, and the problem with the latter. */
interface EnteredCode {
  readonly challenge: string;
  readonly user_code: string;
  readonly problem?: CodeProblem;
}

function showEnterCode(
  { challenge, user_code, problem }: EnteredCode,
  request: PageRequest,
  context: PageContext,
): PageResponse {
  const frame = frameOf(request, context);
  const messages = messagesOf(frame);
  const { target, set_cookie } = targetOf(challenge, request, context);
  const shown = { target, user_code, problem: problem && describeProblem(problem, messages) };
  const title = messages.own?.device_title ?? messages.device.connect;
  const content = { title, body: enterCodeView(shown, messages) };
  return showPage(frame, content, { ...responseOptionsFor(problem), set_cookie });
}

function showConfirmation(
  { challenge, client, user_code }: UserCodeRequest,
  request: PageRequest,
  context: PageContext,
): PageResponse {
  const frame = frameOf(request, context);
  const messages = messagesOf(frame);
  const { target, set_cookie } = targetOf(challenge, request, context);
  const shown = { target, user_code, client: describeClient(client, "") };
  const title = messages.device.confirm(shown.client.name);
  return showPage(frame, { title, body: confirmDeviceView(shown, messages) }, { set_cookie });
}

function targetOf(
  challenge: string,
  request: PageRequest,
  context: PageContext,
): { readonly target: FormTarget; readonly set_cookie: string | undefined } {
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  return { target: { action: pageUrl("device", challenge, context), csrf }, set_cookie };
}

function describeProblem(problem: CodeProblem, messages: Messages): string {
  return problem.kind === "wait" ? messages.wait(problem.seconds) : messages.device[problem.kind];
}

function responseOptionsFor(problem: CodeProblem | undefined): ResponseOptions {
  if (problem === undefined) return {};
  if (problem.kind !== "wait") return { status: 422 };
  return { status: 429, headers: { "retry-after": String(problem.seconds) } };
}
