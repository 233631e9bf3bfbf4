import { originOf } from "../account/history.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext, readForm, signInUrl } from "../page-context.ts";
import { csrfRejected, showNotice } from "../pages/notices.ts";
import { notOffered } from "./forgot-password.ts";
import type { MailService } from "./mail-service.ts";
import { verifyEmailView } from "./mail-views.ts";

/** GET /verify-email: the link of a mail. It changes nothing, since programs that check mails open links too. */
export async function showVerifyEmail(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const visit = await beginVisit(request, context);
  if ("status" in visit) return visit;
  const { frame, messages, address, username, token } = visit;
  const { csrf, set_cookie } = issueCsrfToken(scopeOf(visit), request, context);
  const target = { action: urlOf(token, context), csrf };
  const shown = { target, address, username, cancel_url: `${context.base_path}account` };
  return showPage(
    frame,
    { title: messages.mail.verify_title, body: verifyEmailView(shown, messages) },
    { set_cookie },
  );
}

/** POST /verify-email. */
export async function submitVerifyEmail(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const visit = await beginVisit(request, context);
  if ("status" in visit) return visit;
  const { frame, messages, token, service } = visit;
  const form = readForm(request);
  const rejection = verifyCsrfToken(scopeOf(visit), form.get("csrf"), request, context);
  if (rejection !== undefined) return csrfRejected(frame, rejection, urlOf(token, context));
  const outcome = await service.verifyAddress(token, frame.locale);
  const { email_verified, username_stays, email_taken, link_gone, open_account } = messages.mail;
  const action = { href: `${context.base_path}account`, label: open_account };
  if (outcome === "verified") {
    const happened = { kind: "profile_changed", fields: ["email"] } as const;
    await context.account_services?.history.add(visit.subject, happened, originOf(request));
    const next = isAnotherAddress(visit) ? username_stays(visit.username) : undefined;
    return showNotice(frame, { notice: email_verified, next, action });
  }
  const notice = outcome === "taken" ? email_taken : link_gone;
  return showNotice(frame, { notice, action }, { status: outcome === "taken" ? 409 : 400 });
}

/** Whether the username is an address, and not the one that the account has now: usernames do not change. */
function isAnotherAddress({ username, address }: Visit): boolean {
  return username.includes("@") && username !== address.toLowerCase();
}

interface Visit {
  readonly service: MailService;
  readonly frame: ReturnType<typeof frameOf>;
  readonly messages: ReturnType<typeof messagesIn>;
  readonly token: string;
  readonly subject: string;
  readonly username: string;
  readonly address: string;
}

/**
 * Only the account itself verifies its address. Otherwise a stranger could give their account the address of another user, who
 * opens the link, and from then on be who apps know by that address.
 */
async function beginVisit(
  request: PageRequest,
  context: PageContext,
): Promise<Visit | PageResponse> {
  const { account_services: services, base_path } = context;
  const service = services?.mail;
  if (services === undefined || service === undefined) return notOffered(request, context);
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const { mail } = messages;
  const token = request.query.get("token") ?? "";
  const found = await service.findVerification(token);
  if (found === undefined) {
    const action = { href: `${base_path}account`, label: mail.open_account };
    return showNotice(frame, { notice: mail.link_gone, action }, { status: 400 });
  }
  const { subject, address } = found;
  const username = request.subject === subject ? await services.usernameOf(subject) : undefined;
  if (username !== undefined)
    return { service, frame, messages, token, subject, username, address };
  const prompt = request.subject === undefined ? undefined : "login";
  const href = signInUrl("verify_email", context, { token, prompt });
  const action = { href, label: messages.sign_in };
  return showNotice(frame, { notice: mail.sign_in_to_verify, action }, { status: 403 });
}

function scopeOf({ token, subject }: Pick<Visit, "token" | "subject">): string {
  return JSON.stringify(["verify email", subject, token]);
}

function urlOf(token: string, { base_path }: PageContext): string {
  return `${base_path}verify-email?token=${encodeURIComponent(token)}`;
}
