import type { Key } from "../config/settings.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { oauthError, redirect } from "./response.ts";
import type { ApiKeyGuard } from "./middleware/api-key.ts";
import type { Cors } from "./middleware/cors.ts";
import type { CrossSiteCheck } from "./middleware/cross-site.ts";
import type { Response, Request } from "./endpoint.ts";
import type { HostGuard } from "./middleware/host.ts";
import type { Exchange } from "./exchange.ts";
import type { LimitHit, RequestLimits } from "./middleware/request-limits.ts";

/** Who else has a say before an endpoint does. */
export interface DispatchOptions {
  readonly cors?: Cors | undefined;
  readonly api_key_guard?: ApiKeyGuard | undefined;
  readonly host_guard?: HostGuard | undefined;
  /** Refuses a request whose parameters are too many or too long. */
  readonly request_limits?: RequestLimits | undefined;
  /** Answers such a request where JSON would not do: undefined leaves it to ours. */
  readonly refuseExcess?:
    | ((error: OAuthError, request: Request) => Response | undefined)
    | undefined;
  /** Notified of the setting whose limit a request passed. */
  readonly onLimit?: ((limit: Key) => void) | undefined;
  readonly cross_site_check?: CrossSiteCheck | undefined;
  /** Answers in its own words where nothing else would: undefined leaves it to ours. */
  readonly unanswered?: Unanswered | undefined;
}

/** `allow` names the methods a path knows; undefined where nothing is known of it, or its body was too large. */
export type Unanswered = (
  request: Request,
  reason: "path" | "method" | "size",
  allow?: string,
) => Response | undefined;

/** Brings a routed request to its endpoint, or answers in its place. */
export function dispatch(
  { incoming, request, search, match }: Exchange,
  options: DispatchOptions,
): MaybePromise<Response> {
  const { cors, api_key_guard, host_guard, cross_site_check, unanswered } = options;
  if (incoming.body === undefined) {
    options.onLimit?.("serve.limits.body_bytes");
    return unanswered?.(request, "size") ?? oauthError(tooLarge);
  }
  if (incoming.target.includes("%00")) return oauthError(malformedTarget); // No store keeps a NUL.
  switch (match.kind) {
    case "found": {
      const { access, answer } = match.route;
      const refusal =
        host_guard?.(access, request.headers["host"]) ?? cross_site_check?.(access, incoming);
      if (refusal !== undefined) return oauthError(refusal);
      const excess = options.request_limits?.(request);
      if (excess !== undefined) return refuseExcess(excess, request, options);
      return api_key_guard?.(access, request.headers["authorization"]) ?? answer(request);
    }
    case "options":
      return cors?.preflight(match.pattern, request) ?? allowing(match.allow);
    case "wrong_method":
      return (
        unanswered?.(request, "method", match.allow) ??
        oauthError(wrongMethod, { headers: { Allow: match.allow } })
      );
    case "elsewhere":
      return redirect(match.path + search, isSafe(incoming.method) ? 301 : 307);
    case "malformed":
      return oauthError(malformedTarget);
    case "unknown":
      return unanswered?.(request, "path") ?? oauthError(notFound);
  }
}

function refuseExcess(
  { limit, error }: LimitHit,
  request: Request,
  options: DispatchOptions,
): Response {
  options.onLimit?.(limit);
  return (
    options.unanswered?.(request, "size") ??
    options.refuseExcess?.(error, request) ??
    oauthError(error)
  );
}

function allowing(allow: string): Response {
  return { status: 200, headers: { Allow: allow }, body: "" };
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

const notFound: OAuthError = {
  error: "not_found",
  error_description: "Nothing answers under this path.",
};

const malformedTarget: OAuthError = {
  error: "invalid_request",
  error_description:
    "The path or query holds a percent-escape that is not text: encode it in UTF-8.",
};

const wrongMethod: OAuthError = {
  error: "method_not_allowed",
  error_description:
    "This path does not answer to that method; the Allow header lists those it does.",
};

const tooLarge: OAuthError = {
  error: "request_too_large",
  error_description: "The body is larger than serve.limits.body_bytes allows.",
};
