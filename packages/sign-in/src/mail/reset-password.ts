import type { PasswordRefusal } from "../accounts.ts";
import { originOf } from "../account/history.ts";
import { passwordScript } from "../assets/assets.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, readForm, signInUrl, type PageContext } from "../page-context.ts";
import { csrfRejected, showNotice } from "../pages/notices.ts";
import type { Frame } from "../views/layout.ts";
import { notOffered } from "./forgot-password.ts";
import { resetPasswordView } from "./mail-views.ts";

/** GET /reset-password: the link of a mail. It changes nothing, since programs that check mails open links too. */
export async function showResetPassword(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const service = context.account_services?.mail;
  if (service === undefined) return notOffered(request, context);
  const token = request.query.get("token") ?? "";
  const reset = await service.findReset(token);
  if (reset === undefined) return linkGone(frameOf(request, context), context);
  return showForm({ token, ...reset }, request, context);
}

/** POST /reset-password. The user is not signed in by it: the account may have a second factor. */
export async function submitResetPassword(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const service = context.account_services?.mail;
  if (service === undefined) return notOffered(request, context);
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const token = request.query.get("token") ?? "";
  const form = readForm(request);
  const rejection = verifyCsrfToken(scopeOf(token), form.get("csrf"), request, context);
  if (rejection !== undefined) return csrfRejected(frame, rejection, urlOf(token, context));
  const reset = await service.findReset(token);
  if (reset === undefined) return linkGone(frame, context);
  const password = form.get("new_password") ?? "";
  const outcome = await service.resetPassword(token, password, frame.locale);
  if (outcome === "gone") return linkGone(frame, context);
  if (outcome !== undefined) return showForm({ token, ...reset }, request, context, outcome);
  const happened = { kind: "password_changed" } as const;
  await context.account_services?.history.add(reset.subject, happened, originOf(request));
  const href = signInUrl("account", context, { step: "recovery" });
  return showNotice(frame, {
    notice: messages.mail.reset_done,
    next: messages.mail.reset_next,
    action: { href, label: messages.sign_in },
  });
}

function showForm(
  { token, username }: { readonly token: string; readonly username: string },
  request: PageRequest,
  context: PageContext,
  problem?: PasswordRefusal,
): PageResponse {
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(scopeOf(token), request, context);
  const target = { action: urlOf(token, context), csrf };
  return showPage(
    frame,
    {
      title: messages.mail.reset_title,
      body: resetPasswordView({ target, username, problem }, messages),
      scripts: [passwordScript],
    },
    { set_cookie, status: problem === undefined ? 200 : 422 },
  );
}

function linkGone(frame: Frame, { base_path }: PageContext): PageResponse {
  const { link_gone, request_again } = messagesIn(frame.locale).mail;
  const action = { href: `${base_path}forgot-password`, label: request_again };
  return showNotice(frame, { notice: link_gone, action }, { status: 400 });
}

function scopeOf(token: string): string {
  return JSON.stringify(["reset password", token]);
}

function urlOf(token: string, { base_path }: PageContext): string {
  return `${base_path}reset-password?token=${encodeURIComponent(token)}`;
}
