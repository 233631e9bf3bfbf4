/** RFC 6265: reads the `Cookie` header and writes `Set-Cookie`. */

/** The value of a cookie. If two have the same name, the first wins: browsers send the longer path first (RFC 6265 §5.4). */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return readCookies(header).find((cookie) => cookie.name === name)?.value;
}

/**
 * All cookies of a `Cookie` header, in the order sent. Only what browsers write between cookies is removed: one whose value has a
 * comma, or whose name begins with a space of another kind, can be set by another subdomain, and must not be read as a `__Host-` one.
 */
export function readCookies(header: string | undefined): Cookie[] {
  const cookies: Cookie[] = [];
  for (const pair of header?.split(";") ?? []) {
    const equals = pair.indexOf("=");
    const name = equals === -1 ? "" : withoutBlanks(pair.slice(0, equals));
    if (name !== "") cookies.push({ name, value: withoutBlanks(pair.slice(equals + 1)) });
  }
  return cookies;
}

/** RFC 9110 §5.6.3: without spaces and tabs at both ends. `trim` removes more. */
function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** Attributes of a cookie. `Path` is always `/` and `HttpOnly` is always set. */
export interface CookieOptions {
  readonly secure: boolean;
  readonly same_site: "None" | "Lax" | "Strict";
  /** Seconds. Without it the cookie lasts until the browser closes. */
  readonly max_age?: number | undefined;
}

/** A `Set-Cookie` value. */
export function writeCookie(name: string, value: string, options: CookieOptions): string {
  const { secure, same_site, max_age } = options;
  const parts = [`${name}=${value}`, "Path=/", "HttpOnly", `SameSite=${same_site}`];
  if (max_age !== undefined) parts.push(`Max-Age=${max_age}`);
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

/** A `Set-Cookie` value that deletes the cookie. */
export function clearCookie(name: string, options: CookieOptions): string {
  return writeCookie(name, "", { ...options, max_age: 0 });
}
