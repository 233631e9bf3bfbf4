import { interactionLifespan } from "../grants/lifespans.ts";
import { frontchannelLogoutPage } from "@latchkey/sign-in";
import { findSession } from "./find-session.ts";
import { withCookies } from "./authorization-response.ts";
import { clearSessionCookie } from "./cookies.ts";
import { endSignedOut } from "./end-signed-out.ts";
import { clientsOfSession, deliveriesTo } from "./session-clients.ts";
import { fromPage } from "./page-response.ts";
import { localeOf } from "./locale.ts";
import { restartUrl } from "./restart-flow.ts";
import { showError } from "./error-page.ts";
import type { Context } from "../context/context.ts";
import { readHandle } from "../crypto/flow-id.ts";
import { redirect, type Response } from "../http/response.ts";
import { causedBy } from "../http/cause.ts";
import type { Request } from "../http/request.ts";
import { type LogoutRequest, logoutUnknown, useLogout } from "../interaction/logout-request.ts";
import type { Client } from "../oauth/client.ts";
import { decideLogoutCompletion } from "../openid/logout.ts";
import { frontChannelLogoutUrl } from "../openid/logout-notice.ts";

/** The user confirmed: the session ends, and its clients are notified by front-channel or back-channel logout. */
export async function completeLogout(
  verifier: string,
  request: Request,
  context: Context,
): Promise<Response> {
  const own = readHandle(context.signer, "logout_verifier", verifier);
  const taken =
    own === undefined
      ? await context.predecessor?.findHandle("logout_verifier", verifier)
      : undefined;
  const logout_id = own ?? taken?.logout_id;
  if (logout_id === undefined) {
    const again = taken?.request_url && restartUrl(taken.request_url, "logout", context.config);
    return again ? redirect(again) : showError(logoutUnknown, request, context);
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const response = await tryToComplete(logout_id, request, context);
    if (response !== undefined) return response;
  }
  return showError(logoutUnknown, request, context);
}

/** The first one, and two more after lost races: against a duplicate, or another answer of the logout app. */
const MAX_ATTEMPTS = 3;

/** Undefined when another request changed the logout request first. */
async function tryToComplete(
  logout_id: string,
  request: Request,
  context: Context,
): Promise<Response | undefined> {
  const { config, now, store } = context;
  const logout = await store.logout_requests.find(logout_id);
  if (logout === undefined) return showError(logoutUnknown, request, context);
  const used = useLogout(logout, { now: now(), ttl: interactionLifespan(config) });
  if (!used.ok) return showError(used.error, request, context);

  const session = await findSession(request, context);
  // Repeated because its response may have been lost.
  if (logout.state === "used")
    return redirectAfterLogout(logout, session === undefined, request, context);

  const decision = decideLogoutCompletion({ request: logout, session });
  if (decision.kind === "redirect")
    return { ...redirect(decision.to), note: { rule: "another_person_is_here" } };

  const clients = await clientsOfSession(decision.sid, context);
  const posted = deliveriesTo(clients, decision.sid, context);
  const ended = {
    ...used.value,
    sid: decision.sid,
    frames: framesOf(clients, decision.sid, context),
  };
  await endSignedOut(decision.sid, logout.subject, context);
  const { address, request_id } = request;
  const caller = { kind: "user", id: decision.subject } as const;
  const isCompleted = await causedBy(
    { caller, operation: "disconnectUser", address, request_id },
    () => store.logout_requests.complete(ended, posted),
  );
  if (!isCompleted) return undefined;
  if (posted.length > 0) context.deliveries_due.notify();
  const isOver = session === undefined || session.sid === decision.sid;
  return redirectAfterLogout(ended, isOver, request, context);
}

/** Redirects the browser, through the clients' frames if there are any. Its cookie is deleted unless it has another session. */
function redirectAfterLogout(
  { frames = [], post_logout_redirect_uri: to }: LogoutRequest,
  clears_cookie: boolean,
  request: Request,
  context: Context,
): Response {
  const answer =
    frames.length === 0
      ? redirect(to)
      : fromPage(frontchannelLogoutPage(localeOf(request), { frames, to }, context.page_brand()));
  return withCookies(answer, clears_cookie ? [clearSessionCookie(context)] : []);
}

function framesOf(clients: readonly Client[], sid: string, { config }: Context): string[] {
  const issuer = config["urls.self.issuer"];
  return clients.flatMap(({ frontchannel_logout_uri: uri }) =>
    uri === undefined ? [] : [frontChannelLogoutUrl(uri, { issuer, sid })],
  );
}
