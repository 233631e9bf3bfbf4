import { type PageContext, signInUrl } from "../page-context.ts";
import type { PageResponse } from "../http/exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import type { Notice } from "../messages/notice.ts";
import { showNotice } from "../pages/notices.ts";
import type { Frame } from "../views/layout.ts";
import { connectedAppsUrl } from "./urls.ts";

/** The page requires a signed-in user, who returns to it. */
export function signInFirst(
  frame: Frame,
  context: PageContext,
  page: "installed" | "directory" = "installed",
): PageResponse {
  const { workspace, sign_in } = messagesIn(frame.locale);
  const notice =
    page === "installed" ? workspace.sign_in_first : workspace.sign_in_first_for_directory;
  const href = signInUrl(page, context);
  const action = context.sign_in_url === undefined ? undefined : { href, label: sign_in };
  return showNotice(frame, { notice, action }, { status: 403 });
}

/** The same response whether the installation does not exist or belongs to another user, so that ids cannot be probed. */
export function notConnected(frame: Frame): PageResponse {
  return showWithBackLink(frame, messagesIn(frame.locale).workspace.not_connected, 404);
}

export function nowDisconnected(frame: Frame, integration: string): PageResponse {
  const { disconnected } = messagesIn(frame.locale).workspace;
  return showWithBackLink(frame, disconnected(integration), 200);
}

function showWithBackLink(frame: Frame, notice: Notice, status: number): PageResponse {
  const { back_to_list } = messagesIn(frame.locale).workspace;
  const action = { href: connectedAppsUrl(frame), label: back_to_list };
  return showNotice(frame, { notice, action }, { status });
}
