import type { AcceptLoginRequest, LoginRequest } from "@latchkey/api";

import { originOf } from "../account/history.ts";
import { completeArrival } from "../federation/complete.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { redirectAfterForm } from "../http/responses.ts";
import { frameOf, type PageContext } from "../page-context.ts";
import { isKnownSession, rememberAccount } from "../signing-in/choose-account.ts";
import { rememberDevice } from "../signing-in/familiar-device.ts";
import type { Progress } from "../signing-in/progress.ts";

/** The user has passed every step: begins the session. */
export async function acceptLogin(
  asked: LoginRequest,
  { subject, remember, amr, arrival_id }: Progress,
  acr: string | undefined,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { challenge, session_id, oidc_context } = asked;
  const options = sessionOptions(remember, context);
  if (arrival_id !== undefined) {
    const session = { subject, sid: session_id, lifetime: options.remember_for };
    const refused = await completeArrival(asked, arrival_id, session, request, context);
    if (refused !== undefined) return refused;
  }
  const origin = originOf(request);
  const noted = { subject, sid: session_id, origin, amr, lifetime: options.remember_for };
  await context.account_services?.sessions.add(noted);
  // Who signed in with this browser before can come back to that without signing in again.
  const keep_session = request.subject !== subject && isKnownSession(request, context);
  const body = {
    subject,
    ...options,
    ...(keep_session && { keep_session }),
    ...(amr.length > 0 && { amr: [...amr] }),
    ...(acr !== undefined && { acr }),
  };
  const accepted = { login_challenge: challenge, body };
  const { redirect_to } = await context.latchkey.acceptLoginRequest(accepted);
  const account = { subject, sid: session_id, is_kept: remember };
  const set_cookie = [
    ...(await rememberDevice(subject, request, context)),
    ...(await rememberAccount(account, request, context)),
  ];
  const frame = frameOf(request, context, oidc_context.ui_locales);
  return redirectAfterForm(frame, redirect_to, { set_cookie });
}

/** RFC 9470 §5, OpenID Connect Unmet Authentication Requirements: the client asks for a level that these pages do not know. */
export async function rejectLogin(
  { challenge, oidc_context }: LoginRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const body = {
    error: "unmet_authentication_requirements",
    error_description: "The login has none of the required authentication levels.",
  };
  const rejected = { login_challenge: challenge, body };
  const { redirect_to } = await context.latchkey.rejectLoginRequest(rejected);
  return redirectAfterForm(frameOf(request, context, oidc_context.ui_locales), redirect_to);
}

/** Every sign-in starts a session, so that other apps sign in without a prompt. "Keep me signed in" makes it persist when the browser closes. */
function sessionOptions(
  remember: boolean,
  { remember_login_for, browser_session_for }: PageContext,
): Omit<AcceptLoginRequest, "subject"> & { readonly remember_for: number } {
  return remember
    ? { remember: true, remember_for: remember_login_for }
    : { remember: true, remember_for: browser_session_for, session_cookie: true };
}
