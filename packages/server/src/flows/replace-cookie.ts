import type { Context, Endpoint } from "../context/context.ts";
import type { Response } from "../http/response.ts";
import { withCookies } from "./authorization-response.ts";
import {
  isSessionCookie,
  readSessionCookie,
  clearCookieOf,
  writeSessionCookie,
} from "./cookies.ts";

/**
 * The endpoint, whose responses set our own session cookie beside one of the predecessor. That one stays for as long as it names the
 * session of the browser, so that the predecessor still knows the user should it come back, and is cleared with it.
 */
export function replacingCookie(endpoint: Endpoint): Endpoint {
  return async (request, context) => {
    const response = await endpoint(request, context);
    const taken = await context.predecessor?.findSession(request);
    if (taken === undefined) return response;
    const cookies = cookiesOf(response);
    const isSettled = cookies.some((cookie) => isSessionCookie(cookie, context));
    const sid = readSessionCookie(request, context);
    if (!isSettled && sid === taken.sid) return response;
    const own = isSettled || sid !== undefined ? [] : await ownCookie(taken.sid, context);
    // The predecessor's may have the name of ours, which then takes its place.
    const isKept = own.length > 0 || isSessionCookie(`${taken.cookie}=`, context);
    const cleared = isKept ? [] : [clearCookieOf(taken.cookie, context)];
    return withCookies(response, [...cookies, ...own, ...cleared]);
  };
}

/** None where the session has ended. */
async function ownCookie(sid: string, context: Context): Promise<readonly string[]> {
  const session = await context.store.login_sessions.find(sid, context.now());
  if (session === undefined) return [];
  return [writeSessionCookie(sid, session.expires_at - context.now(), context)];
}

function cookiesOf({ headers }: Response): readonly string[] {
  const set = headers["Set-Cookie"] ?? [];
  return typeof set === "string" ? [set] : set;
}
