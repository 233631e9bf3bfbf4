import type { LoginRequest } from "@latchkey/api";

import { showPage, type AnswerOptions } from "./answers.ts";
import type { Mistake } from "./authenticate.ts";
import { describeClient } from "./client-facts.ts";
import { issueTicket } from "./csrf.ts";
import { addressOf, frameFor, type Desk } from "./desk.ts";
import type { PageAnswer, PageRequest } from "./exchange.ts";
import { messagesIn } from "./messages/messages.ts";
import type { Messages } from "./messages/phrases.ts";
import { loginView, type LoginForm, type LoginProblem } from "./views/login-view.ts";

/** What the person has filled in so far. */
export type Filled = Pick<LoginForm, "username" | "remember">;

/** The login form, empty or with what went wrong the last time. */
export function showLoginForm(
  { challenge, client, request_url, oidc_context }: LoginRequest,
  request: PageRequest,
  desk: Desk,
  filled: Filled,
  mistake?: Mistake,
): PageAnswer {
  const frame = frameFor(request, desk, oidc_context.ui_locales);
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueTicket(challenge, request, desk);
  const shown = {
    client: describeClient(client, request_url),
    target: { action: addressOf("login", challenge, desk), csrf },
    problem: mistake && describeMistake(mistake, messages),
    ...filled,
  };
  const content = { title: messages.sign_in, body: loginView(shown, messages) };
  return showPage(frame, content, { ...answerTo(mistake), set_cookie });
}

function describeMistake(mistake: Mistake, messages: Messages): LoginProblem {
  const field = mistake.kind === "username_missing" ? "username" : "password";
  const text =
    "seconds" in mistake ? messages[mistake.kind](mistake.seconds) : messages[mistake.kind];
  return { field, text };
}

function answerTo(mistake: Mistake | undefined): AnswerOptions {
  if (mistake === undefined) return {};
  if (!("seconds" in mistake)) return { status: 422 };
  const status = mistake.kind === "wait" ? 429 : 503;
  return { status, headers: { "retry-after": String(mistake.seconds) } };
}
