import type { JsonObject } from "@latchkey/api";

import type { PageContext } from "../page-context.ts";
import { clearCookie, readCookies, writeCookie } from "./cookies.ts";
import type { PageRequest } from "./exchange.ts";
import { readState, signState } from "./signed-state.ts";

type CookieContext = Pick<PageContext, "cookie_secrets" | "secure_cookies" | "account_services">;

/** Most of what browsers send in one cookie (RFC 6265bis §5.4). */
const MAX_LENGTH = 4096;

/** A signed cookie. It is readable by the user, and valid under its own name until it expires. */
export function stateCookie(
  name: string,
  value: JsonObject,
  { lasts, persists }: { readonly lasts: number; readonly persists: boolean },
  context: CookieContext,
): string {
  const until = (context.account_services?.now() ?? 0) + lasts;
  const text = signState(["cookie", name], value, until, context);
  const { secure_cookies: secure } = context;
  return writeCookie(fullName(name, context), text, {
    secure,
    same_site: "Lax",
    ...(persists && { max_age: lasts }),
  });
}

/** Skips values that are not valid, so that a cookie of the same name set for a subpath changes nothing. */
export function readStateCookie(
  name: string,
  request: PageRequest,
  context: CookieContext,
): JsonObject | undefined {
  const now = context.account_services?.now() ?? 0;
  return readCookies(request.headers["cookie"])
    .filter(
      (cookie) => cookie.name === fullName(name, context) && cookie.value.length <= MAX_LENGTH,
    )
    .map(({ value }) => readState(["cookie", name], value, now, context))
    .find((value) => value !== undefined);
}

export function clearStateCookie(name: string, context: CookieContext): string {
  const options = { secure: context.secure_cookies, same_site: "Lax" } as const;
  return clearCookie(fullName(name, context), options);
}

/** RFC 6265bis §4.1.3.2: browsers accept a `__Host-` cookie only from this host, so no other subdomain can set it. */
function fullName(name: string, { secure_cookies }: CookieContext): string {
  return secure_cookies ? `__Host-${name}` : name;
}
