/** The header with which the console says that it sent a request: no form, link or image of another page can send it. */
const CONSOLE_HEADER = "latchkey-console";

/**
 * Whether a request may be authenticated by the cookie of the console. Other ports of the same host are the same site, so
 * `SameSite=Strict` does not keep their pages out: a request needs a header that a page of another origin could only send after
 * a preflight, and the origin that the browser names, if it names one, must be that of the listener.
 */
export function mayUseConsoleCookie(
  headers: Readonly<Record<string, string | undefined>>,
): boolean {
  if (headers[CONSOLE_HEADER] === undefined || headers["authorization"] !== undefined) return false;
  const { origin, host, "sec-fetch-site": site } = headers;
  if (site !== undefined) return site === "same-origin";
  return origin === undefined || URL.parse(origin)?.host === host;
}
