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
 * The endpoint, in whose responses our own session cookie takes the place of one that the predecessor set. Where the response
 * sets or clears ours anyway, the other one is only cleared.
 */
export function replacingCookie(endpoint: Endpoint): Endpoint {
  return async (request, context) => {
    const response = await endpoint(request, context);
    const taken = await context.predecessor?.findSession(request);
    if (taken === undefined) return response;
    const cookies = cookiesOf(response);
    const isSettled =
      cookies.some((cookie) => isSessionCookie(cookie, context)) ||
      readSessionCookie(request, context) !== undefined;
    const own = isSettled ? [] : await ownCookie(taken.sid, context);
    // The predecessor's may have the name of ours: then it is replaced already.
    const isSame = isSessionCookie(`${taken.cookie}=`, context);
    const cleared = isSame ? [] : [clearCookieOf(taken.cookie, context)];
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
