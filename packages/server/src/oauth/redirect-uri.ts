/** RFC 6749 §3.1.2, RFC 8252 §7: redirect URIs. */

import { err, ok, type Result } from "./result.ts";

/** Why the `redirect_uri` of a request is rejected. */
export type RedirectUriRejection =
  | { readonly reason: "redirect_uri_missing"; readonly registered: number }
  | { readonly reason: "redirect_uri_not_registered"; readonly redirect_uri: string };

/** The redirect URI to use: the one that was sent, if it is registered, or the only registered one if none was sent. */
export function matchRedirectUri(
  registered: readonly string[],
  sent: string | undefined,
): Result<string, RedirectUriRejection> {
  if (sent === undefined) {
    const [only, ...others] = registered;
    return only === undefined || others.length > 0
      ? err({ reason: "redirect_uri_missing", registered: registered.length })
      : ok(only); // §3.1.2.3
  }
  const matches = registered.includes(sent) || registered.some((uri) => differInPort(uri, sent));
  return matches ? ok(sent) : err({ reason: "redirect_uri_not_registered", redirect_uri: sent });
}

/** RFC 8252 §7.3: a native app listens on any free loopback port, so the port is not compared. */
function differInPort(registered: string, sent: string): boolean {
  const inner = LOOPBACK.exec(sent);
  const outer = inner && LOOPBACK.exec(registered);
  if (!inner || !outer) return false;
  return inner[1] === outer[1] && inner[2] === outer[2] && isRedirectUri(sent);
}

/** The host of a loopback redirect URI; undefined for every other one. */
export function loopbackHostOf(uri: string): string | undefined {
  return LOOPBACK.exec(uri)?.[1];
}

/** Whether the response is protected on the network: every scheme but http to a host other than loopback. */
export function isSecureRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && (url.protocol !== "http:" || isLoopbackName(url.hostname));
}

/** RFC 8252 §8.6: whether the URI identifies one app. Any app can register a private-use scheme. */
export function isExclusiveRedirect(uri: string): boolean {
  return isWebUri(uri) && isSecureRedirect(uri);
}

/** An absolute URI without a fragment that no browser runs as a program. Apps may bring a scheme of their own. */
export function isRedirectUri(text: string): boolean {
  if (!WRITABLE.test(text) || text.includes("#")) return false;
  const url = URL.parse(text);
  if (url === null || PROGRAMS.has(url.protocol)) return false;
  return !WEB.has(url.protocol) || isWebUri(text);
}

/** An http or https URL, written out in full. */
export function isWebUri(text: string): boolean {
  return WRITABLE.test(text) && /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text);
}

/** Whether a text is a program when clicked, and must not become a link. */
export function isProgram(text: string): boolean {
  return PROGRAMS.has(URL.parse(text)?.protocol ?? "");
}

function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname) || hostname.endsWith(".localhost"); // RFC 6761 §6.3
}

// Host, then path and query, with any port between.
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/;
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

// RFC 3986 has neither spaces, quotes nor backslashes; browsers mend them, each in its own way.
const WRITABLE = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]+$/;
const PROGRAMS: ReadonlySet<string> = new Set(["javascript:", "data:", "vbscript:"]);
const WEB: ReadonlySet<string> = new Set(["http:", "https:"]);
