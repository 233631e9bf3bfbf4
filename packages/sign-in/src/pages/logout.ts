import type { LogoutRequest } from "@latchkey/api";

import { redirectAfterForm, showPage } from "../http/responses.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import { passLogoutOn } from "../federation/logout.ts";
import { pageUrl, frameOf, readForm, uiLocalesOf, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesOf } from "../branding/page-messages.ts";
import { csrfRejected, challengeMissing, showNotice } from "./notices.ts";
import type { Messages } from "../messages/messages-type.ts";
import type { Notice } from "../messages/notice.ts";
import { othersSignedIn } from "../signing-in/choose-account.ts";
import { displayName } from "./display-name.ts";
import { logoutView } from "../views/logout-view.ts";

/** GET /logout: asks for confirmation, because any site can link here. Opened directly, it shows who is signed in. */
export async function showLogout(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const logout_challenge = request.query.get("logout_challenge");
  if (!logout_challenge) return showSignedOut(request, context);

  const asked = await context.latchkey.getLogoutRequest({ logout_challenge });
  return showForm(logout_challenge, asked, request, context);
}

/** POST /logout: accepts or rejects the logout request. */
export async function submitLogout(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const form = readForm(request);
  const logout_challenge = request.query.get("logout_challenge");
  if (!logout_challenge) return challengeMissing(frameOf(request, context));

  const rejection = verifyCsrfToken(logout_challenge, form.get("csrf"), request, context);
  if (rejection !== undefined) {
    return csrfRejected(
      frameOf(request, context),
      rejection,
      pageUrl("logout", logout_challenge, context),
    );
  }
  const { request_url, subject } = await context.latchkey.getLogoutRequest({ logout_challenge });
  const frame = frameOf(request, context, uiLocalesOf(request_url));
  const decision = form.get("decision") ?? "";
  if (decision.startsWith("sign_out")) {
    if (decision === "sign_out_all") await signOutOthers(subject, request, context);
    const { redirect_to } = await context.latchkey.acceptLogoutRequest({ logout_challenge });
    return redirectAfterForm(frame, await passLogoutOn(redirect_to, request, context));
  }
  await context.latchkey.rejectLogoutRequest({ logout_challenge });
  return showNotice(frame, { notice: messagesOf(frame).still_signed_in });
}

/** Ends the sessions of the other accounts of this browser. */
async function signOutOthers(
  subject: string,
  request: PageRequest,
  context: PageContext,
): Promise<void> {
  for (const { account } of await othersSignedIn(subject, request, context))
    await context.account_services?.sessions.end(account.subject, account.sid);
}

/** GET /signed-out: the end of a logout that no client initiated. Anyone can open it, so it looks whether there is a session. */
export async function showSignedOut(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const frame = frameOf(request, context);
  const messages = messagesOf(frame);
  const { subject } = request;
  if (subject === undefined) return showNotice(frame, { notice: signedOutNotice(messages) });
  const { accounts, sign_out_url } = context;
  const user = displayName(await accounts.profile(subject), subject);
  const notice = { title: messages.still_signed_in.title, text: messages.signed_in_as(user) };
  const action =
    sign_out_url === undefined ? undefined : { href: sign_out_url, label: messages.sign_out };
  return showNotice(frame, { notice, action });
}

/** In the words of the operator, where there are some. */
export function signedOutNotice({ signed_out, own }: Messages): Notice {
  return {
    title: own?.signed_out_title ?? signed_out.title,
    text: own?.signed_out_text ?? signed_out.text,
  };
}

async function showForm(
  challenge: string,
  { subject, rp_initiated, request_url }: LogoutRequest,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const frame = frameOf(request, context, uiLocalesOf(request_url));
  const messages = messagesOf(frame);
  const { csrf, set_cookie } = issueCsrfToken(challenge, request, context);
  const shown = {
    target: { action: pageUrl("logout", challenge, context), csrf },
    user: displayName(await context.accounts.profile(subject), subject),
    rp_initiated,
    others: (await othersSignedIn(subject, request, context)).map(({ user }) => user),
  };
  const title = messages.own?.sign_out_title ?? messages.sign_out_question;
  const content = { title, body: logoutView(shown, messages) };
  return showPage(frame, content, { set_cookie });
}
