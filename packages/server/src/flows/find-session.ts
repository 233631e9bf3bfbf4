import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import type { LoginSession } from "../interaction/login-session.ts";
import { readSessionCookie } from "./cookies.ts";

/** The remembered session of the browser's cookie. */
export async function findSession(
  request: Request,
  context: Context,
): Promise<LoginSession | undefined> {
  const sid =
    readSessionCookie(request, context) ?? (await context.predecessor?.findSession(request))?.sid;
  return sid === undefined ? undefined : context.store.login_sessions.find(sid, context.now());
}
