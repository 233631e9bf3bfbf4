import type { LoginRequest } from "@latchkey/api";

import type { PendingLink } from "../federation/pending-link.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { readState, signState } from "../http/signed-state.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext, pageUrl } from "../page-context.ts";
import { describeClient } from "../pages/client-details.ts";
import { showLoginForm } from "../pages/login-form.ts";
import { continueLogin } from "../pages/login-steps.ts";
import { familiarDevice } from "../signing-in/familiar-device.ts";
import { noteFailedSignIn } from "../signing-in/failed-sign-in.ts";
import { askerOf } from "./mail-service.ts";
import { emailCodeView } from "./mail-views.ts";

/** Seconds. */
const VALID_FOR = 10 * 60;

interface SentCode {
  readonly code_id: string;
  readonly username: string;
  readonly remember: boolean;
  readonly arrival_id?: string | undefined;
}

/** POST /login that asks for a code in place of a password. */
export async function sendEmailCode(
  asked: LoginRequest,
  form: URLSearchParams,
  pending_link: PendingLink | undefined,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const username = (form.get("username") ?? "").trim();
  const remember = form.has("remember");
  const codes = context.account_services?.mail?.codes;
  const again = { username, remember, pending_link };
  if (codes === undefined) return showLoginForm(asked, request, context, again);
  if (username === "")
    return showLoginForm(asked, request, context, again, { kind: "username_missing" });
  const device = await familiarDevice({ username }, request, context);
  const counted = `\u0000email code ${username}`;
  const { seconds, limit } = await context.throttle.attempt(counted, request.address, device);
  if (seconds > 0) {
    const failed = { who: { username }, method: "email_code", reason: "throttled" } as const;
    noteFailedSignIn({ ...failed, throttle: limit }, request, context);
    return showLoginForm(asked, request, context, again, { kind: "wait", seconds });
  }
  const { locale } = frameOf(request, context, asked.oidc_context.ui_locales);
  const asker = askerOf(device, request);
  const sent = await codes.send(username, asked.challenge, locale, asker);
  if ("retry_after" in sent) {
    const paused = { kind: "mails_paused", seconds: sent.retry_after } as const;
    return showLoginForm(asked, request, context, again, paused);
  }
  const arrival_id = pending_link?.arrival_id;
  return showForm(asked, { ...sent, username, remember, arrival_id }, request, context);
}

/** POST /login with the code. The signed state names it, for this login request alone. */
export async function submitEmailCode(
  asked: LoginRequest,
  form: URLSearchParams,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { account_services: services } = context;
  const sent = readSent(asked, form, context);
  const codes = services?.mail?.codes;
  if (codes === undefined || sent === undefined)
    return showLoginForm(asked, request, context, { username: "", remember: false });
  const { factor, mail, wait } = messagesIn(
    frameOf(request, context, asked.oidc_context.ui_locales).locale,
  );
  const typed = form.get("code") ?? "";
  if (typed.trim() === "")
    return showForm(asked, sent, request, context, { text: factor.code_missing, status: 422 });

  // A code has few tries; this counts those of all codes of the account.
  const counted = `\u0000email code try ${sent.username}`;
  const failed = { who: { username: sent.username }, method: "email_code" } as const;
  const { seconds, limit } = await context.throttle.attempt(counted, request.address);
  if (seconds > 0) {
    noteFailedSignIn({ ...failed, reason: "throttled", throttle: limit }, request, context);
    return showForm(asked, sent, request, context, { text: wait(seconds), status: 429, seconds });
  }
  const outcome = await codes.verify(sent.code_id, asked.challenge, typed);
  if (typeof outcome === "string") {
    const reason = outcome === "wrong" ? "wrong_code" : "code_expired";
    noteFailedSignIn({ ...failed, reason }, request, context);
    const text = outcome === "wrong" ? factor.code_wrong : mail.email_code_gone;
    return showForm(asked, sent, request, context, { text, status: 422 });
  }
  await context.throttle.succeed(counted, request.address);
  // RFC 8176 §2. A mailbox is one factor: what else the sign-in needs is asked for.
  const { remember, arrival_id } = sent;
  const progress = { subject: outcome.subject, remember, amr: ["otp"], arrival_id };
  return continueLogin(asked, progress, request, context);
}

function readSent(
  { challenge }: LoginRequest,
  form: URLSearchParams,
  context: PageContext,
): SentCode | undefined {
  const now = context.account_services?.now() ?? 0;
  const state = readState(purposeOf(challenge), form.get("email_state"), now, context) ?? {};
  const { code_id, username, remember, arrival_id } = state;
  if (typeof code_id !== "string" || typeof username !== "string") return undefined;
  return {
    code_id,
    username,
    remember: remember === true,
    arrival_id: typeof arrival_id === "string" ? arrival_id : undefined,
  };
}

function showForm(
  asked: LoginRequest,
  sent: SentCode,
  request: PageRequest,
  context: PageContext,
  problem?: { readonly text: string; readonly status: number; readonly seconds?: number },
): PageResponse {
  const { challenge, client, request_url, oidc_context } = asked;
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const until = (context.account_services?.now() ?? 0) + VALID_FOR;
  const { code_id, username, remember, arrival_id } = sent;
  const shown = {
    client: describeClient(client, request_url),
    target: { action: pageUrl("login", challenge, context), csrf },
    state: signState(
      purposeOf(challenge),
      { code_id, username, remember, ...(arrival_id !== undefined && { arrival_id }) },
      until,
      context,
    ),
    problem: problem?.text,
  };
  const { status = 200, seconds } = problem ?? {};
  return showPage(
    frame,
    { title: messages.mail.email_code_title, body: emailCodeView(shown, messages) },
    {
      status,
      set_cookie,
      ...(seconds !== undefined && { headers: { "retry-after": String(seconds) } }),
    },
  );
}

function purposeOf(challenge: string): readonly string[] {
  return ["email code", challenge];
}
