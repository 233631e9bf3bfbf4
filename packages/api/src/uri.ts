/** RFC 3986 and RFC 6749 §3.1.2: the URIs the contract takes. */

/** An absolute URI without a fragment that no browser executes. Native apps may use a scheme of their own. */
export function isRedirectUri(text: string): boolean {
  if (!URI_CHARACTERS.test(text) || text.includes("#")) return false;
  const url = URL.parse(text);
  if (!hasLiteralHost(url) || EXECUTABLE_SCHEMES.has(url.protocol)) return false;
  return !WEB_SCHEMES.has(url.protocol) || isWebUri(text);
}

/**
 * The URL that was probably meant by a host without a scheme, such as `localhost:3000/cb`, of which URLs make the scheme
 * `localhost:`. Undefined for anything else.
 */
export function withMissingScheme(text: string): string | undefined {
  const [, host = "", port] = HOST_FIRST.exec(text) ?? [];
  const isLocal = isLoopbackName(host.toLowerCase());
  if (port === undefined && !isLocal && !host.includes(".")) return undefined;
  const url = `${isLocal ? "http" : "https"}://${text}`;
  return host !== "" && isWebUri(url) ? url : undefined;
}

/** A name or an IPv4 address, a port, and what may follow. A scheme is not followed by digits alone. */
const HOST_FIRST = /^([a-z\d-]+(?:\.[a-z\d-]+)*)(?::(\d{1,5}))?(?:[/?]|$)/i;

/** An absolute http or https URL. */
export function isWebUri(text: string): boolean {
  if (!URI_CHARACTERS.test(text) || !/^https?:\/\/[^/?#]/i.test(text)) return false;
  return hasLiteralHost(URL.parse(text));
}

/** Whether the host is one name and no pattern. The parsed host counts: `%2A` is a `*` there. */
function hasLiteralHost(url: URL | null): url is URL {
  return url !== null && !url.host.includes("*");
}

/** An absolute https URL. */
export function isHttpsUri(text: string): boolean {
  return isWebUri(text) && /^https:/i.test(text);
}

/**
 * RFC 8707 §2: a URI that names an API: absolute and without a fragment. RFC 3986 §3.2.1 deprecates user names, and an
 * `aud` with one could be mistaken for another host.
 */
export function isResourceUri(text: string): boolean {
  if (!URI_CHARACTERS.test(text) || text.includes("#") || text.length > MAX_RESOURCE_LENGTH)
    return false;
  const [scheme, authority] = RESOURCE.exec(text)?.slice(1) ?? [];
  if (scheme === undefined || authority?.includes("@") === true || isExecutableUri(text))
    return false;
  return WEB_SCHEMES.has(`${scheme.toLowerCase()}:`) ? isWebUri(text) : URL.canParse(text);
}

/** Whether no one between can read what is sent there: anything but plain http to another machine. */
export function isSecureRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && (url.protocol !== "http:" || isLoopbackName(url.hostname));
}

/** RFC 8252 §8.6: whether only one app can receive it. A scheme of an app's own may be claimed by any other app. */
export function isExclusiveRedirect(uri: string): boolean {
  return isWebUri(uri) && isSecureRedirect(uri);
}

function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname) || hostname.endsWith(".localhost"); // RFC 6761 §6.3
}

/** Whether a browser would execute the text as a program when it is followed as a link. */
export function isExecutableUri(text: string): boolean {
  return EXECUTABLE_SCHEMES.has(URL.parse(text)?.protocol ?? "");
}

/** An origin: scheme, host and port. Each label of the host may hold one `*`. The parsed host counts: `%2A` is a `*` there. */
export function isOriginPattern(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ORIGIN.test(text) && !TWO_STARS_IN_A_LABEL.test(url.host);
}

/** Whether a text is an IPv4 or IPv6 address. */
export function isIpAddress(text: string): boolean {
  return canonicalIpAddress(text) !== undefined;
}

/** An address in its one canonical form (RFC 5952), so that two can be compared as text; undefined for other text. */
export function canonicalIpAddress(text: string): string | undefined {
  if (IPV4.test(text)) return URL.parse(`http://${text}/`)?.hostname === text ? text : undefined;
  return IPV6.test(text) ? URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) : undefined;
}

/** RFC 3986 §3.2.2: a host as URLs have it, which put an IPv6 address in brackets. */
export function bracketIpv6(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** The reverse: the host of a URL as sockets and certificates have it. */
export function unbracketIpv6(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^[\da-f:.]{2,45}$/i;

// RFC 3986 admits neither spaces, quotes nor backslashes; browsers repair them, each differently.
const URI_CHARACTERS = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]+$/;
const EXECUTABLE_SCHEMES: ReadonlySet<string> = new Set(["javascript:", "data:", "vbscript:"]);
const RESOURCE = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?]*))?./i;
const MAX_RESOURCE_LENGTH = 2_000;
const WEB_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:"]);
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);
const ORIGIN = /^https?:\/\/[^/?#@\\\s]{1,300}\/?$/i; // A host name has at most 253 characters.
const TWO_STARS_IN_A_LABEL = /\*[^.]*\*/;
