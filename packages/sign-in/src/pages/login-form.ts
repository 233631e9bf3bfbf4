import type { LoginRequest } from "@latchkey/api";

import { showPage, type ResponseOptions } from "../http/responses.ts";
import type { SignInError } from "./authenticate.ts";
import { describeClient } from "./client-details.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import { pageUrl, frameOf, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import type { Messages } from "../messages/messages-type.ts";
import { loginView, type LoginForm, type FieldError } from "../views/login-view.ts";

/** Field values entered so far. */
export type LoginFields = Pick<LoginForm, "username" | "remember">;

/** Renders the login form, with the error of the previous attempt if there was one. */
export function showLoginForm(
  { challenge, client, request_url, oidc_context }: LoginRequest,
  request: PageRequest,
  context: PageContext,
  fields: LoginFields,
  error?: SignInError,
): PageResponse {
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const shown = {
    client: describeClient(client, request_url),
    target: { action: pageUrl("login", challenge, context), csrf },
    problem: error && describeError(error, messages),
    ...fields,
  };
  const content = { title: messages.sign_in, body: loginView(shown, messages) };
  return showPage(frame, content, { ...responseOptionsFor(error), set_cookie });
}

function describeError(error: SignInError, messages: Messages): FieldError {
  const field = error.kind === "username_missing" ? "username" : "password";
  const text = "seconds" in error ? messages[error.kind](error.seconds) : messages[error.kind];
  return { field, text };
}

function responseOptionsFor(error: SignInError | undefined): ResponseOptions {
  if (error === undefined) return {};
  if (!("seconds" in error)) return { status: 422 };
  const status = error.kind === "wait" ? 429 : 503;
  return { status, headers: { "retry-after": String(error.seconds) } };
}
