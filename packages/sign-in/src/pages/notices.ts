import { ApiError } from "@latchkey/client";

import { showPage, type ResponseOptions } from "../http/responses.ts";
import type { CsrfRejection } from "../http/csrf.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesOf } from "../branding/page-messages.ts";
import { messagesIn } from "../messages/messages.ts";
import type { Frame } from "../views/layout.ts";
import { noticeView, type Detail, type NoticeContent } from "../views/notice-view.ts";

/** A page with a message and at most one link. */
export function showNotice(
  frame: Frame,
  content: NoticeContent,
  options?: ResponseOptions,
): PageResponse {
  return showPage(frame, { title: content.notice.title, body: noticeView(content) }, options);
}

/** The page was opened without a challenge, for example from a bookmark. */
export function challengeMissing(frame: Frame): PageResponse {
  return showNotice(frame, { notice: messagesIn(frame.locale).opened_directly }, { status: 400 });
}

/** Rejects a form whose CSRF check failed, with a link to a fresh form. */
export function csrfRejected(
  frame: Frame,
  rejection: CsrfRejection,
  form_url: string,
): PageResponse {
  const messages = messagesIn(frame.locale);
  const action = { href: form_url, label: messages.try_again };
  return showNotice(frame, { notice: messages[rejection], action }, { status: 403 });
}

/** Whether the challenge expired (404) or was already used (409). */
export function isChallengeSpent(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}

/** Explains that the challenge can no longer be used, with a link to start again if the server sent one. */
export function challengeSpent(frame: Frame, error: ApiError, request: PageRequest): PageResponse {
  const messages = messagesIn(frame.locale);
  const { status, redirect_to } = error;
  const content = {
    notice: status === 409 ? messages.already_used : messages.expired,
    next: redirect_to === undefined ? messages.start_in_app : undefined,
    action:
      redirect_to === undefined ? undefined : { href: redirect_to, label: messages.start_again },
    details: requestIdDetail(frame, request.request_id ?? error.request_id),
  };
  return showNotice(frame, content, { status });
}

/** Reports an unexpected error. */
export function unavailable(frame: Frame, request: PageRequest): PageResponse {
  const { unavailable: notice, own } = messagesOf(frame);
  const details = requestIdDetail(frame, request.request_id);
  return showNotice(frame, { notice, help: own?.error_intro, details }, { status: 503 });
}

export function requestIdDetail({ locale }: Frame, request_id: string | undefined): Detail[] {
  const name = messagesIn(locale).request_id;
  return request_id === undefined ? [] : [{ name, value: request_id, kind: "mono" }];
}
