import type { LoginRequest } from "@latchkey/api";

import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { redirectAfterForm } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import { frameOf, type PageContext } from "../page-context.ts";
import { showLoginForm } from "../pages/login-form.ts";

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
  const outcome = await context.account_services?.federation?.start(provider_id, purpose, (state) =>
    bindToBrowser(state, request, context),
  );
  if (outcome?.kind === "started") return redirectAfterForm(frame, outcome.redirect_to);
  const { federation } = messagesIn(frame.locale);
  const notice =
    outcome?.kind === "unavailable" ? federation.unavailable(outcome.provider.name) : undefined;
  const fields = { username: "", remember: false, ...(notice && { notice }) };
  return showLoginForm(asked, request, context, fields);
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
