import type { AcceptLoginRequest, LoginRequest } from "@latchkey/api";

import { moveOn, seeOther } from "./answers.ts";
import { authenticate } from "./authenticate.ts";
import { verifyTicket } from "./csrf.ts";
import { addressOf, frameFor, readForm, type Desk } from "./desk.ts";
import type { PageAnswer, PageRequest } from "./exchange.ts";
import { showLoginForm } from "./login-form.ts";
import { messagesIn } from "./messages/messages.ts";
import { formRefused, openedDirectly, showNotice } from "./notices.ts";

/** GET /login: asks who it is, unless the browser is remembered. */
export async function showLogin(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const login_challenge = request.query.get("login_challenge");
  if (!login_challenge) return openedDirectly(frameFor(request, desk));

  const asked = await desk.latchkey.getLoginRequest({ login_challenge });
  if (asked.skip) return passRemembered(asked, request, desk);
  const username = asked.oidc_context.login_hint ?? "";
  return showLoginForm(asked, request, desk, { username, remember: false });
}

/** POST /login: somebody says who they are. */
export async function submitLogin(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const form = readForm(request);
  const login_challenge = request.query.get("login_challenge");
  if (!login_challenge) return openedDirectly(frameFor(request, desk));

  const rejection = verifyTicket(login_challenge, form.get("csrf"), request, desk);
  if (rejection !== undefined) {
    return formRefused(
      frameFor(request, desk),
      rejection,
      addressOf("login", login_challenge, desk),
    );
  }
  const asked = await desk.latchkey.getLoginRequest({ login_challenge });
  const frame = frameFor(request, desk, asked.oidc_context.ui_locales);
  if (form.get("decision") === "cancel") {
    const body = { error: "access_denied", error_description: "The person chose not to sign in." };
    const { redirect_to } = await desk.latchkey.rejectLoginRequest({ login_challenge, body });
    return moveOn(frame, redirect_to);
  }

  const username = (form.get("username") ?? "").trim();
  const remember = form.has("remember");
  const password = form.get("password") ?? "";
  const outcome = await authenticate(username, password, request.address, desk);
  if (outcome.kind !== "person") {
    return showLoginForm(asked, request, desk, { username, remember }, outcome);
  }
  const { subject } = outcome.person;
  const body = { subject, ...sessionOf(remember, desk), amr: ["pwd"] }; // RFC 8176 §2
  const { redirect_to } = await desk.latchkey.acceptLoginRequest({ login_challenge, body });
  return moveOn(frame, redirect_to);
}

/** Every sign-in is a session of its browser, so that the next app does not ask again; the box makes it outlast the browser. */
function sessionOf(
  remember: boolean,
  { remember_login_for, browser_session_for }: Desk,
): Omit<AcceptLoginRequest, "subject"> {
  return remember
    ? { remember: true, remember_for: remember_login_for }
    : { remember: true, remember_for: browser_session_for, session_cookie: true };
}

/** A remembered person whose account is gone must not pass, nor be stuck: their sessions are forgotten. */
async function passRemembered(
  { challenge, subject, request_url, oidc_context }: LoginRequest,
  request: PageRequest,
  desk: Desk,
): Promise<PageAnswer> {
  if ((await desk.accounts.profile(subject)) !== undefined) {
    const accepted = { login_challenge: challenge, body: { subject } };
    return seeOther((await desk.latchkey.acceptLoginRequest(accepted)).redirect_to);
  }
  await desk.latchkey.revokeAuthenticationSession({ subject });
  const frame = frameFor(request, desk, oidc_context.ui_locales);
  const { account_gone, start_again } = messagesIn(frame.locale);
  const action = { href: request_url, words: start_again };
  return showNotice(frame, { notice: account_gone, action });
}
