/** RFC 6265 — the cookies a browser sent, and those it shall keep. */

/** A cookie of a request. Of two with one name the first counts: it has the longer path. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return readCookies(header).find((cookie) => cookie.name === name)?.value;
}

/** The cookies of a request, in the order in which they were sent. */
export function readCookies(header: string | undefined): Cookie[] {
  const cookies: Cookie[] = [];
  for (const pair of header?.split(/[;,]/) ?? []) {
    const equals = pair.indexOf("=");
    if (equals <= 0) continue;
    cookies.push({ name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() });
  }
  return cookies;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** How a cookie is kept. */
export interface CookieOptions {
  readonly secure: boolean;
  readonly same_site: "None" | "Lax" | "Strict";
  /** Seconds; left out, the cookie goes when the browser closes. */
  readonly max_age?: number | undefined;
}

/** A `Set-Cookie` value. No script ever sees one of our cookies. */
export function writeCookie(name: string, value: string, options: CookieOptions): string {
  const { secure, same_site, max_age } = options;
  const parts = [`${name}=${value}`, "Path=/", "HttpOnly", `SameSite=${same_site}`];
  if (max_age !== undefined) parts.push(`Max-Age=${max_age}`);
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

/** A `Set-Cookie` value that makes the browser forget. */
export function clearCookie(name: string, options: CookieOptions): string {
  return writeCookie(name, "", { ...options, max_age: 0 });
}
