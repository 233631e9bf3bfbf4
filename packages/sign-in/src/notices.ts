import { ApiError } from "@latchkey/client";

import { showPage, type AnswerOptions } from "./answers.ts";
import type { CsrfRejection } from "./csrf.ts";
import type { PageAnswer, PageRequest } from "./exchange.ts";
import { messagesIn } from "./messages/messages.ts";
import type { Frame } from "./views/layout.ts";
import { noticeView, type Detail, type NoticeContent } from "./views/notice-view.ts";

/** A page that only says something. */
export function showNotice(
  frame: Frame,
  content: NoticeContent,
  options?: AnswerOptions,
): PageAnswer {
  return showPage(frame, { title: content.notice.title, body: noticeView(content) }, options);
}

/** Somebody opened the page without a challenge: a bookmark, or curiosity. */
export function openedDirectly(frame: Frame): PageAnswer {
  return showNotice(frame, { notice: messagesIn(frame.locale).opened_directly }, { status: 400 });
}

/** A form that is not believed, with the way back to one that will be. */
export function formRefused(frame: Frame, rejection: CsrfRejection, form: string): PageAnswer {
  const messages = messagesIn(frame.locale);
  const action = { href: form, words: messages.try_again };
  return showNotice(frame, { notice: messages[rejection], action }, { status: 403 });
}

/** A challenge that expired or was used, which happens to everybody who leaves a tab open. */
export function isSpent(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}

/** Says that the challenge is spent, with a link to start again where the server knows one. */
export function challengeSpent(frame: Frame, error: ApiError, request: PageRequest): PageAnswer {
  const messages = messagesIn(frame.locale);
  const { status, redirect_to } = error;
  const content = {
    notice: status === 409 ? messages.already_used : messages.expired,
    action:
      redirect_to === undefined ? undefined : { href: redirect_to, words: messages.start_again },
    details: requestIdDetail(frame, request.request_id ?? error.request_id),
  };
  return showNotice(frame, content, { status });
}

/** Says that it is our fault. */
export function unavailable(frame: Frame, request: PageRequest): PageAnswer {
  const notice = messagesIn(frame.locale).unavailable;
  const details = requestIdDetail(frame, request.request_id);
  return showNotice(frame, { notice, details }, { status: 503 });
}

function requestIdDetail({ locale }: Frame, request_id: string | undefined): Detail[] {
  const name = messagesIn(locale).request_id;
  return request_id === undefined ? [] : [{ name, value: request_id, kind: "mono" }];
}
