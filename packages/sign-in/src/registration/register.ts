import type { LoginRequest } from "@latchkey/api";

import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { type ResponseOptions, seeOther, showPage } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, pageUrl, readForm, type PageContext } from "../page-context.ts";
import { describeClient } from "../pages/client-details.ts";
import { csrfRejected, showNotice } from "../pages/notices.ts";
import { addressView } from "../views/registration-view.ts";
import { originOf } from "./origin.ts";
import type { RegistrationService } from "./registration-service.ts";

/** GET /register: asks for the address that a link is mailed to. */
export async function showRegistration(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const visit = await beginVisit(request, context);
  if ("status" in visit) return visit;
  if (visit.asked?.skip) return seeOther(pageUrl("login", visit.asked.challenge, context));
  return showForm(visit, request, context, { email: visit.asked?.oidc_context.login_hint ?? "" });
}

/** POST /register: mails the link. The response is the same whether the address has an account or not. */
export async function submitRegistration(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const visit = await beginVisit(request, context);
  if ("status" in visit) return visit;
  const { asked, service } = visit;
  const form = readForm(request);
  const frame = frameOf(request, context, asked?.oidc_context.ui_locales);
  const rejection = verifyCsrfToken(scopeOf(asked), form.get("csrf"), request, context);
  if (rejection !== undefined) return csrfRejected(frame, rejection, urlOf(asked, context));

  const messages = messagesIn(frame.locale);
  const { registration } = messages;
  const email = (form.get("email") ?? "").trim();
  const origin = asked && originOf(asked.challenge, request, context);
  const { address } = request;
  const begun = await service.begin({ email, locale: frame.locale, address, origin });
  switch (begun.kind) {
    case "mailed":
      return showNotice(frame, { notice: registration.mailed(email) });
    case "wait":
    case "mails_paused":
      return showForm(visit, request, context, {
        email,
        problem:
          begun.kind === "wait"
            ? messages.wait(begun.seconds)
            : messages.mail.mails_paused(begun.seconds),
        options: { status: 429, headers: { "retry-after": String(begun.seconds) } },
      });
    case "full":
      return showNotice(
        frame,
        { notice: registration.full },
        { status: 503, headers: { "retry-after": RETRY_AFTER } },
      );
    case "not_offered":
      return showNotice(frame, { notice: registration.not_offered }, { status: 403 });
    case "address_malformed":
    case "domain_not_allowed": {
      const problem = registration[begun.kind];
      return showForm(visit, request, context, { email, problem, options: { status: 422 } });
    }
  }
}

/** Seconds. Registrations that are not completed expire after hours. */
const RETRY_AFTER = "300";

interface Visit {
  readonly service: RegistrationService;
  readonly asked: LoginRequest | undefined;
}

async function beginVisit(
  request: PageRequest,
  context: PageContext,
): Promise<Visit | PageResponse> {
  const { registration: service } = context;
  if (service?.is_open !== true) {
    const frame = frameOf(request, context);
    const notice = messagesIn(frame.locale).registration.not_offered;
    return showNotice(frame, { notice }, { status: 403 });
  }
  const login_challenge = request.query.get("login_challenge");
  const asked = login_challenge
    ? await context.latchkey.getLoginRequest({ login_challenge })
    : undefined;
  return { service, asked };
}

interface Shown {
  readonly email: string;
  readonly problem?: string;
  readonly options?: ResponseOptions;
}

function showForm(
  { asked }: Visit,
  request: PageRequest,
  context: PageContext,
  { email, problem, options }: Shown,
): PageResponse {
  const frame = frameOf(request, context, asked?.oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(scopeOf(asked), request, context);
  const shown = {
    client: asked && describeClient(asked.client, asked.request_url),
    target: { action: urlOf(asked, context), csrf },
    email,
    problem,
    login_url: asked ? pageUrl("login", asked.challenge, context) : context.sign_in_url,
  };
  const title = messages.registration.create_account;
  return showPage(frame, { title, body: addressView(shown, messages) }, { ...options, set_cookie });
}

function scopeOf(asked: LoginRequest | undefined): string {
  return JSON.stringify(["register", asked?.challenge]);
}

function urlOf(asked: LoginRequest | undefined, context: PageContext): string {
  return registrationUrl(asked?.challenge, context);
}

/** Where users register, to go on with a login request perhaps. */
export function registrationUrl(
  login_challenge: string | undefined,
  { base_path }: Pick<PageContext, "base_path">,
): string {
  const query =
    login_challenge === undefined ? "" : `?login_challenge=${encodeURIComponent(login_challenge)}`;
  return `${base_path}register${query}`;
}
