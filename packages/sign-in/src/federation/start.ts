import type { LoginRequest } from "@latchkey/api";

import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { redirectAfterForm } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext } from "../page-context.ts";
import { showLoginForm } from "../pages/login-form.ts";
import { noteFailedSignIn } from "../signing-in/failed-sign-in.ts";
import { describeFailure } from "./describe-failure.ts";

/** POST /login with the button of a provider. */
export async function startProviderLogin(
  asked: LoginRequest,
  provider_id: string,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const frame = frameOf(request, context, asked.oidc_context.ui_locales);
  const max_age = maxAgeOf(asked);
  const { challenge } = asked;
  const purpose = { kind: "login", challenge, ...(max_age !== undefined && { max_age }) } as const;
  const outcome = await context.account_services?.federation?.start(provider_id, purpose, {
    bindTo: (state) => bindToBrowser(state, request, context),
    request_id: request.request_id,
  });
  if (outcome?.kind === "started")
    return { ...redirectAfterForm(frame, outcome.redirect_to), note: {} };
  const fields = { username: "", remember: false };
  if (outcome === undefined || outcome.kind === "unknown")
    return showLoginForm(asked, request, context, fields);
  const { reason, provider } = outcome;
  noteFailedSignIn(
    { method: "provider", reason, provider: provider.provider_id },
    request,
    context,
  );
  const notice = describeFailure(outcome, provider.name, messagesIn(frame.locale));
  const { request_id } = request;
  const page = await showLoginForm(asked, request, context, { ...fields, notice, request_id });
  return { ...page, note: { refusal: reason } };
}

/** What the client asks of the sign-in holds at the provider, too: a session there is not a new sign-in. */
function maxAgeOf({ oidc_context: { prompt = [], max_age } }: LoginRequest): number | undefined {
  return prompt.includes("login") ? 0 : max_age;
}

/** Ties the state of a request to the cookie of this browser: a response that is opened in another one is refused. */
export function bindToBrowser(state: string, request: PageRequest, context: PageContext): string {
  return issueCsrfToken(scopeOf(state), request, context).csrf;
}

export function isBoundToBrowser(
  state: string,
  binding: string,
  request: PageRequest,
  context: PageContext,
): boolean {
  return verifyCsrfToken(scopeOf(state), binding, request, context) === undefined;
}

function scopeOf(state: string): string {
  return JSON.stringify(["sign in with", state]);
}
