import type { Operation } from "@latchkey/api";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { IncomingRequest } from "../incoming-request.ts";

/** Refuses a request that a web page of another origin sent; undefined lets it pass. */
export type CrossSiteCheck = (
  access: Operation["access"],
  request: Pick<IncomingRequest, "method" | "headers" | "encrypted">,
) => OAuthError | undefined;

/** Which origins may send requests that change something. */
export interface CrossSiteOptions {
  /** The listener's own origin as browsers see it, where `urls.self.admin` is set. */
  readonly own_origin: string | undefined;
  /** Whether settings allow an origin other than the listener's own. */
  readonly allowsOrigin: (origin: string) => boolean;
}

/**
 * Prevents cross-site request forgery (CSRF) on the admin listener. A page can send a POST with a body
 * of no Content-Type to any address the browser reaches, loopback included, without a preflight: the media type proves nothing.
 *
 * A browser is recognised by `Origin`, which it adds to every request that is neither GET nor HEAD, and by `Sec-Fetch-Site`;
 * scripts can set neither. `Sec-Fetch-Mode` alone is no sign of a browser: Node's `fetch` (undici) sends it with every request,
 * and so do all programs built on it. Programs send neither of the two and pass.
 *
 * - `Sec-Fetch-Site: same-origin` passes. The browser compared the origins itself, so this holds behind proxies that rewrite
 *   `Host` or drop the scheme. A name that another site points at this listener (DNS rebinding) is refused by the host check.
 * - `Sec-Fetch-Site: none` without an `Origin` passes: the user, not a page, made the request.
 * - All else is judged by `Origin`: the listener's own, or one that settings allow. `null` (sandboxed frames, redirects
 *   across origins) never passes.
 *
 * The rule is the same with API keys: a page that brings a key is preflighted, so its origin is in the settings anyway.
 * Reading is left to CORS, and operations that are open to the internet (such as the token endpoint, or an authorization
 * request by POST) may be called from anywhere here as on the public listener: they carry their own credentials.
 */
export function createCrossSiteCheck({
  own_origin,
  allowsOrigin,
}: CrossSiteOptions): CrossSiteCheck {
  return (access, request) => {
    const { method, headers } = request;
    const { origin, "sec-fetch-site": site } = headers;
    if (origin === undefined && site === undefined) return undefined;
    if (access === "open" || method === "GET" || method === "HEAD") return undefined;
    if (site === "same-origin") return undefined;
    if (origin === undefined) return site === "none" ? undefined : foreign;
    if (origin === "null") return foreign;
    if (origin === own_origin || allowsOrigin(origin)) return undefined;
    // A browser that names the relation has ruled out that it is the same origin.
    const isUnnamed = site === undefined || site === "none";
    return isUnnamed && origin === originOf(request) ? undefined : foreign;
  };
}

/**
 * The origin under which a browser reached this listener. `X-Forwarded-Proto` can be believed from any peer here: a page
 * that adds it to a request across origins is preflighted.
 */
function originOf({
  headers,
  encrypted,
}: Pick<IncomingRequest, "headers" | "encrypted">): string | undefined {
  const scheme = headers["x-forwarded-proto"]?.toLowerCase() ?? (encrypted ? "https" : "http");
  return URL.parse(`${scheme}://${headers["host"] ?? ""}`)?.origin;
}

const foreign: OAuthError = {
  error: "request_forbidden",
  error_description:
    "A web page of another origin sent this request. To let it change something, set serve.admin.cors.enabled and name its origin in serve.admin.cors.allowed_origins.",
};
