import type { LoginRequest } from "@latchkey/api";

import { redirectAfterForm, seeOther } from "../http/responses.ts";
import { levelsOf } from "../factors/asked-levels.ts";
import { meetsAlways, strengthOfMethods } from "../factors/policy.ts";
import { continueProviderLogin } from "../federation/continue-login.ts";
import { readPendingLink } from "../federation/pending-link.ts";
import { startProviderLogin } from "../federation/start.ts";
import { sendEmailCode, submitEmailCode } from "../mail/email-code.ts";
import { authenticate } from "./authenticate.ts";
import { verifyCsrfToken } from "../http/csrf.ts";
import { pageUrl, frameOf, readForm, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { askForPassword, choosePassword } from "./choose-password.ts";
import { showLoginForm } from "./login-form.ts";
import {
  continueLogin,
  submitCodesSaved,
  submitPasskey,
  submitSecondFactor,
  submitSetUp,
} from "./login-steps.ts";
import { messagesIn } from "../messages/messages.ts";
import { beginLogin, submitChoice } from "../signing-in/choose-account.ts";
import type { Progress } from "../signing-in/progress.ts";
import { csrfRejected, challengeMissing, showNotice } from "./notices.ts";

/** GET /login: shows the login form or the accounts of this browser, unless the browser has a session. */
export async function showLogin(request: PageRequest, context: PageContext): Promise<PageResponse> {
  const login_challenge = request.query.get("login_challenge");
  if (!login_challenge) return challengeMissing(frameOf(request, context));

  const asked = await context.latchkey.getLoginRequest({ login_challenge });
  if (asked.skip) return continueSession(asked, request, context);
  const returned = await continueProviderLogin(asked, request, context);
  return returned ?? beginLogin(asked, request, context);
}

/** POST /login: checks the password, or what a later step asks for, and accepts or rejects the login request. */
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
  const provider = form.get("provider");
  if (provider) return startProviderLogin(asked, provider, request, context);
  const pending_link = readPendingLink(form, login_challenge, request, context);
  if (form.get("step") === "choose_account") return submitChoice(asked, form, request, context);
  if (form.get("step") === "set_up") return submitSetUp(asked, form, request, context);
  if (form.get("step") === "codes_saved") return submitCodesSaved(asked, form, request, context);
  if (form.has("email_state")) return submitEmailCode(asked, form, request, context);
  if (form.get("decision") === "email_code")
    return sendEmailCode(asked, form, pending_link, request, context);
  if (form.has("state")) return submitSecondFactor(asked, form, request, context);
  if (form.get("passkey")) return submitPasskey(asked, form, pending_link, request, context);

  if (form.get("decision") === "choose_password") {
    const chosen = await choosePassword(asked, form, request, context);
    return "subject" in chosen ? completeLogin(asked, chosen, request, context) : chosen;
  }

  const username = (form.get("username") ?? "").trim();
  const remember = form.has("remember");
  const password = form.get("password") ?? "";
  const outcome = await authenticate(username, password, request, context);
  const arrival_id = pending_link?.arrival_id;
  if (outcome.kind === "must_change_password") {
    const { subject } = outcome.user;
    return askForPassword(asked, { subject, username, remember, arrival_id }, request, context);
  }
  if (outcome.kind !== "authenticated") {
    const fields = { username, remember, pending_link };
    return showLoginForm(asked, request, context, fields, outcome);
  }
  const { subject } = outcome.user;
  return completeLogin(asked, { subject, remember, arrival_id }, request, context);
}

/** Goes on for a user who has just entered their password: to a second factor, or to the end. */
function completeLogin(
  asked: LoginRequest,
  { subject, remember, arrival_id }: Omit<Progress, "amr">,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const amr = ["pwd"]; // RFC 8176 §2
  return continueLogin(asked, { subject, remember, amr, arrival_id }, request, context);
}

/**
 * Accepts the login from the existing session. If the account was deleted, revokes its sessions, or the user could never sign in as
 * someone else. A session that was signed in to with less than the client requires of every login ends, and the request starts again.
 */
async function continueSession(
  asked: LoginRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { challenge, subject, session_id, request_url, oidc_context } = asked;
  if ((await context.accounts.profile(subject)) !== undefined) {
    if (!(await isEnough(asked, context))) {
      await context.account_services?.sessions.end(subject, session_id);
      return seeOther(request_url);
    }
    const accepted = { login_challenge: challenge, body: { subject } };
    return seeOther((await context.latchkey.acceptLoginRequest(accepted)).redirect_to);
  }
  await context.latchkey.revokeAuthenticationSession({ subject });
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const { account_gone, start_again } = messagesIn(frame.locale);
  const action = { href: request_url, label: start_again };
  return showNotice(frame, { notice: account_gone, action });
}

/**
 * Whether a session is enough for what the client and the account's policy ask of every login by now. What the request requires,
 * the server has compared already.
 */
async function isEnough(asked: LoginRequest, { account_services }: PageContext): Promise<boolean> {
  if (account_services === undefined) return true;
  const { subject, session_id, oidc_context, client } = asked;
  const { sessions, acr_names } = account_services;
  const levels = levelsOf(oidc_context, client, await account_services.demandOn(subject));
  if (levels.always === undefined && levels.account === 1) return true;
  const amr = await sessions.methodsOf(subject, session_id);
  return meetsAlways(levels, strengthOfMethods(amr ?? []), acr_names);
}
