import type { JsonObject, LoginRequest } from "@latchkey/api";

import { passkeyScript, passwordScript } from "../assets/assets.ts";
import { passkeyChallenge } from "../factors/passkey-challenge.ts";
import { showPage, type ResponseOptions } from "../http/responses.ts";
import { type PendingLink, signPendingLink } from "../federation/pending-link.ts";
import type { SignInError } from "./authenticate.ts";
import { describeClient } from "./client-details.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import { pageUrl, frameOf, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesOf } from "../branding/page-messages.ts";
import type { Messages } from "../messages/messages-type.ts";
import { registrationUrl } from "../registration/register.ts";
import { loginView, type LoginForm, type FieldError } from "../views/login-view.ts";

/** Field values entered so far. */
export interface LoginFields extends Pick<LoginForm, "username" | "remember"> {
  /** What happened before, above the form. */
  readonly notice?: string;
  /** For support requests about that. */
  readonly request_id?: string | undefined;
  /** Seconds after which what happened before may be tried again. */
  readonly retry_after?: number;
  /** The user came from a provider, and has to sign in to the account that they have. */
  readonly pending_link?: PendingLink | undefined;
}

/** Renders the login form, with the error of the previous attempt if there was one. */
export async function showLoginForm(
  { challenge, client, request_url, oidc_context }: LoginRequest,
  request: PageRequest,
  context: PageContext,
  { pending_link, retry_after, ...fields }: LoginFields,
  error?: SignInError,
): Promise<PageResponse> {
  const frame = frameOf(request, context, oidc_context.ui_locales);
  const messages = messagesOf(frame);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const options = fields.notice === undefined ? {} : noticeOptions(retry_after);
  const shown = {
    client: describeClient(client, request_url),
    target: { action: pageUrl("login", challenge, context), csrf },
    problem: error && describeError(error, messages),
    // Who came from a provider to an account signs in to it.
    registration_url:
      context.registration?.is_open && pending_link === undefined
        ? registrationUrl(challenge, context)
        : undefined,
    passkey_options: await passkeyOptions(csrf, context),
    providers:
      pending_link === undefined
        ? ((await context.account_services?.federation?.list()) ?? [])
        : [],
    pending_link: pending_link && {
      notice: messages.federation.prove_account(pending_link.provider, pending_link.label),
      state: signPendingLink(pending_link, challenge, request, context),
    },
    offers_email_code: context.account_services?.mail?.codes !== undefined,
    forgot_url: context.account_services?.mail && `${context.base_path}forgot-password`,
    ...fields,
  };
  const scripts = [shown.passkey_options && passkeyScript, passwordScript];
  const title = messages.own?.sign_in_title ?? messages.sign_in;
  const content = { title, body: loginView(shown, messages), scripts };
  return showPage(frame, content, { ...options, ...responseOptionsFor(error), set_cookie });
}

/** For any passkey of this server: the options of users who have none would reveal who has. */
async function passkeyOptions(
  csrf: string,
  { account_services }: PageContext,
): Promise<JsonObject | undefined> {
  const passkeys = account_services?.passkeys;
  if (passkeys?.available !== true) return undefined;
  return passkeys.requestOptions(passkeyChallenge("sign in", csrf));
}

function describeError(error: SignInError, messages: Messages): FieldError {
  if (error.kind === "wrong_passkey") {
    return { field: "passkey", text: messages.factor.passkey_failed };
  }
  if (error.kind === "mails_paused")
    return { field: "username", text: messages.mail.mails_paused(error.seconds) };
  const field = error.kind === "username_missing" ? "username" : "password";
  const text = "seconds" in error ? messages[error.kind](error.seconds) : messages[error.kind];
  return { field, text };
}

function noticeOptions(retry_after: number | undefined): ResponseOptions {
  if (retry_after === undefined) return { status: 422 };
  return { status: 429, headers: { "retry-after": String(retry_after) } };
}

function responseOptionsFor(error: SignInError | undefined): ResponseOptions {
  if (error === undefined) return {};
  if (!("seconds" in error)) return { status: 422 };
  const status = error.kind === "busy" ? 503 : 429;
  return { status, headers: { "retry-after": String(error.seconds) } };
}
