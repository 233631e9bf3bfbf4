import type { LogoutRequest } from "@latchkey/api";

import { moveOn, showPage } from "./answers.ts";
import { issueTicket, verifyTicket } from "./csrf.ts";
import { addressOf, frameFor, readForm, type Desk } from "./desk.ts";
import type { PageAnswer, PageRequest } from "./exchange.ts";
import { messagesIn } from "./messages/messages.ts";
import { formRefused, openedDirectly, showNotice } from "./notices.ts";
import { personName } from "./person-name.ts";
import { logoutView } from "./views/logout-view.ts";

/** GET /logout: asks first, since any site can send a browser here. */
export async function showLogout(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const logout_challenge = request.query.get("logout_challenge");
  if (!logout_challenge) return openedDirectly(frameFor(request, desk));

  const asked = await desk.latchkey.getLogoutRequest({ logout_challenge });
  return showForm(logout_challenge, asked, request, desk);
}

/** POST /logout: somebody has decided. */
export async function submitLogout(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const form = readForm(request);
  const logout_challenge = request.query.get("logout_challenge");
  const frame = frameFor(request, desk);
  if (!logout_challenge) return openedDirectly(frame);

  const rejection = verifyTicket(logout_challenge, form.get("csrf"), request, desk);
  if (rejection !== undefined) {
    return formRefused(frame, rejection, addressOf("logout", logout_challenge, desk));
  }
  if (form.get("decision") === "sign_out") {
    const { redirect_to } = await desk.latchkey.acceptLogoutRequest({ logout_challenge });
    return moveOn(frame, redirect_to);
  }
  await desk.latchkey.rejectLogoutRequest({ logout_challenge });
  return showNotice(frame, { notice: messagesIn(frame.locale).still_signed_in });
}

/** GET /signed-out: where a logout ends that no client asked for. */
export function showSignedOut(request: PageRequest, desk: Desk): PageAnswer {
  const frame = frameFor(request, desk);
  return showNotice(frame, { notice: messagesIn(frame.locale).signed_out });
}

async function showForm(
  challenge: string,
  { subject, rp_initiated, request_url }: LogoutRequest,
  request: PageRequest,
  desk: Desk,
): Promise<PageAnswer> {
  const frame = frameFor(request, desk, uiLocalesOf(request_url));
  const messages = messagesIn(frame.locale);
  const { csrf, set_cookie } = issueTicket(challenge, request, desk);
  const shown = {
    target: { action: addressOf("logout", challenge, desk), csrf },
    person: personName(await desk.accounts.profile(subject), subject),
    rp_initiated,
  };
  const content = { title: messages.sign_out_question, body: logoutView(shown, messages) };
  return showPage(frame, content, { set_cookie });
}

/** OpenID Connect RP-Initiated Logout §2: the client may say which languages the person reads. */
function uiLocalesOf(request_url: string): string[] | undefined {
  return URL.parse(request_url, "http://unused")?.searchParams.get("ui_locales")?.split(" ");
}
