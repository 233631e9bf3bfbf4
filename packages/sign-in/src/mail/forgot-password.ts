import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, readForm, type PageContext } from "../page-context.ts";
import { csrfRejected, showNotice } from "../pages/notices.ts";
import { familiarDevice } from "../signing-in/familiar-device.ts";
import { askerOf } from "./mail-service.ts";
import { forgotPasswordView } from "./mail-views.ts";

const PATH = "forgot-password";
const SCOPE = "forgot password";
const MAX_NAME = 320;

/** GET /forgot-password. */
export function showForgotPassword(request: PageRequest, context: PageContext): PageResponse {
  if (context.account_services?.mail === undefined) return notOffered(request, context);
  return showForm(request, context);
}

/** POST /forgot-password: the answer, and the work until it is sent, are the same for accounts that do not exist. */
export async function submitForgotPassword(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const service = context.account_services?.mail;
  if (service === undefined) return notOffered(request, context);
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const form = readForm(request);
  const rejection = verifyCsrfToken(SCOPE, form.get("csrf"), request, context);
  if (rejection !== undefined) return csrfRejected(frame, rejection, `${context.base_path}${PATH}`);
  const name = (form.get("username") ?? "").trim();
  if (name === "" || name.length > MAX_NAME)
    return showForm(request, context, { text: messages.username_missing, status: 422 });

  // A count of its own, which no success resets: of this name, and of this address.
  const device = await familiarDevice({ username: name }, request, context);
  const counted = `\u0000forgot password ${name}`;
  const { seconds } = await context.throttle.attempt(counted, request.address, device);
  if (seconds > 0)
    return showForm(request, context, { text: messages.wait(seconds), status: 429, seconds });
  const sent = await service.sendResetLink(name, frame.locale, askerOf(device, request));
  if (sent !== "sent") {
    const { retry_after } = sent;
    const text = messages.mail.mails_paused(retry_after);
    return showForm(request, context, { text, status: 429, seconds: retry_after });
  }
  return showNotice(frame, { notice: messages.mail.link_sent });
}

function showForm(
  request: PageRequest,
  context: PageContext,
  problem?: { readonly text: string; readonly status: number; readonly seconds?: number },
): PageResponse {
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(SCOPE, request, context);
  const target = { action: `${context.base_path}${PATH}`, csrf };
  const { status = 200, seconds } = problem ?? {};
  return showPage(
    frame,
    {
      title: messages.mail.forgot_title,
      body: forgotPasswordView({ target, problem: problem?.text }, messages),
    },
    {
      status,
      set_cookie,
      ...(seconds !== undefined && { headers: { "retry-after": String(seconds) } }),
    },
  );
}

/** Where no mails are sent, the pages of this folder are like any that does not exist. */
export function notOffered(request: PageRequest, context: PageContext): PageResponse {
  const frame = frameOf(request, context);
  return showNotice(frame, { notice: messagesIn(frame.locale).page_not_found }, { status: 404 });
}
