import type { Desk } from "../desk.ts";
import type { PageAnswer } from "../exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import type { Notice } from "../messages/notice.ts";
import { showNotice } from "../notices.ts";
import type { Frame } from "../views/layout.ts";
import { installedAddress } from "./addresses.ts";

/** Nobody is signed in, so there is nobody's list to show. */
export function signInFirst(frame: Frame, { sign_in_url }: Desk): PageAnswer {
  const { workspace, sign_in } = messagesIn(frame.locale);
  const action = sign_in_url === undefined ? undefined : { href: sign_in_url, words: sign_in };
  return showNotice(frame, { notice: workspace.sign_in_first, action }, { status: 403 });
}

/** It is gone, or never was, or is somebody else's: whoever guesses learns nothing from it. */
export function notConnected(frame: Frame): PageAnswer {
  return showWithWayBack(frame, messagesIn(frame.locale).workspace.not_connected, 404);
}

/** It was done. */
export function nowDisconnected(frame: Frame, integration: string): PageAnswer {
  const { disconnected } = messagesIn(frame.locale).workspace;
  return showWithWayBack(frame, disconnected(integration), 200);
}

function showWithWayBack(frame: Frame, notice: Notice, status: number): PageAnswer {
  const { back_to_list } = messagesIn(frame.locale).workspace;
  const action = { href: installedAddress(frame), words: back_to_list };
  return showNotice(frame, { notice, action }, { status });
}
