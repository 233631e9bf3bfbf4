import type { AcceptLoginRequest, LoginRequest } from "@latchkey/api";

import { redirectAfterForm, seeOther } from "../http/responses.ts";
import { authenticate } from "./authenticate.ts";
import { verifyCsrfToken } from "../http/csrf.ts";
import { pageUrl, frameOf, readForm, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { showLoginForm } from "./login-form.ts";
import { messagesIn } from "../messages/messages.ts";
import { csrfRejected, challengeMissing, showNotice } from "./notices.ts";

/** GET /login: shows the login form, unless the browser has a session. */
export async function showLogin(request: PageRequest, context: PageContext): Promise<PageResponse> {
  const login_challenge = request.query.get("login_challenge");
  if (!login_challenge) return challengeMissing(frameOf(request, context));

  const asked = await context.latchkey.getLoginRequest({ login_challenge });
  if (asked.skip) return continueSession(asked, request, context);
  const username = asked.oidc_context.login_hint ?? "";
  return showLoginForm(asked, request, context, { username, remember: false });
}

/** POST /login: checks the password and accepts or rejects the login request. */
export async function submitLogin(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const form = readForm(request);
  const login_challenge = request.query.get("login_challenge");
  if (!login_challenge) return challengeMissing(frameOf(request, context));

  const rejection = verifyCsrfToken(login_challenge, form.get("csrf"), request, context);
  if (rejection !== undefined) {
    return csrfRejected(
      frameOf(request, context),
      rejection,
      pageUrl("login", login_challenge, context),
    );
  }
  const asked = await context.latchkey.getLoginRequest({ login_challenge });
  const frame = frameOf(request, context, asked.oidc_context.ui_locales);
  if (form.get("decision") === "cancel") {
    const body = { error: "access_denied", error_description: "The user cancelled sign-in." };
    const { redirect_to } = await context.latchkey.rejectLoginRequest({ login_challenge, body });
    return redirectAfterForm(frame, redirect_to);
  }

  const username = (form.get("username") ?? "").trim();
  const remember = form.has("remember");
  const password = form.get("password") ?? "";
  const outcome = await authenticate(username, password, request.address, context);
  if (outcome.kind !== "authenticated") {
    return showLoginForm(asked, request, context, { username, remember }, outcome);
  }
  const { subject } = outcome.user;
  const body = { subject, ...sessionOptions(remember, context), amr: ["pwd"] }; // RFC 8176 §2
  const { redirect_to } = await context.latchkey.acceptLoginRequest({ login_challenge, body });
  return redirectAfterForm(frame, redirect_to);
}

/** Every sign-in starts a session, so that other apps sign in without a prompt. "Keep me signed in" makes it persist when the browser closes. */
function sessionOptions(
  remember: boolean,
  { remember_login_for, browser_session_for }: PageContext,
): Omit<AcceptLoginRequest, "subject"> {
  return remember
    ? { remember: true, remember_for: remember_login_for }
    : { remember: true, remember_for: browser_session_for, session_cookie: true };
}

/** Accepts the login from the existing session. If the account was deleted, revokes its sessions, or the user could never sign in as someone else. */
async function continueSession(
  { challenge, subject, request_url, oidc_context }: LoginRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  if ((await context.accounts.profile(subject)) !== undefined) {
    const accepted = { login_challenge: challenge, body: { subject } };
    return seeOther((await context.latchkey.acceptLoginRequest(accepted)).redirect_to);
  }
  await context.latchkey.revokeAuthenticationSession({ subject });
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const { account_gone, start_again } = messagesIn(frame.locale);
  const action = { href: request_url, label: start_again };
  return showNotice(frame, { notice: account_gone, action });
}
