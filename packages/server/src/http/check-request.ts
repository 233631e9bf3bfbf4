import { UNKNOWN_PATH } from "@latchkey/api";
import type { SettingKey } from "../config/settings.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { type MaybePromise, thenOrCall } from "../maybe-promise.ts";
import type { Authentication } from "./middleware/authentication.ts";
import type { CrossSiteCheck } from "./middleware/cross-site.ts";
import type { HostCheck } from "./middleware/host.ts";
import type { RequestLimits } from "./middleware/request-limits.ts";
import type { Exchange } from "./exchange.ts";
import type { Failure } from "./failure.ts";

/** The checks between a route and its endpoint, each optional. */
export interface CheckOptions {
  readonly checkHost?: HostCheck | undefined;
  readonly checkCrossSite?: CrossSiteCheck | undefined;
  /** Refuses a request whose parameters are too many or too long. */
  readonly checkLimits?: RequestLimits | undefined;
  /** Finds out who calls, and whether that caller may. */
  readonly authenticate?: Authentication | undefined;
  /** Notified of the setting whose limit a request exceeds. */
  readonly onLimit?: ((limit: SettingKey) => void) | undefined;
}

/** Why a routed request may not reach an endpoint; undefined where it may, or where no endpoint is needed. */
export function checkRequest(
  { incoming, request, match }: Exchange,
  options: CheckOptions,
): MaybePromise<Failure | undefined> {
  if (incoming.body === undefined) {
    options.onLimit?.("serve.limits.body_bytes");
    return tooLarge;
  }
  if (incoming.target.includes("%00")) return malformedTarget; // No database stores a NUL in text.
  switch (match.kind) {
    case "found": {
      const { access } = match.route;
      const { headers } = request;
      const error =
        options.checkHost?.(access, headers["host"]) ?? options.checkCrossSite?.(access, incoming);
      if (error !== undefined) return { kind: "refused", error };
      const excess = options.checkLimits?.(request, match.route);
      if (excess !== undefined) {
        options.onLimit?.(excess.limit);
        return { kind: "over_limit", error: excess.error };
      }
      if (options.authenticate === undefined || access === "open") return undefined;
      return thenOrCall(options.authenticate(match.route, request), (authenticated) => {
        if ("error" in authenticated) return { kind: "refused", ...authenticated };
        Object.assign(request, authenticated);
        return undefined;
      });
    }
    case "wrong_method":
      return { kind: "wrong_method", error: wrongMethod, headers: { Allow: match.allow } };
    case "malformed":
      return malformedTarget;
    case "unknown":
      return notFound;
    case "options":
    case "other_slashes":
      return undefined;
  }
}

/** No route has the path, or an endpoint has nothing to serve there. */
export const notFound: Failure = {
  kind: "not_found",
  error: { error: "not_found", error_description: UNKNOWN_PATH },
};

const malformedTarget: Failure = {
  kind: "malformed_target",
  error: {
    error: "invalid_request",
    error_description:
      "The path or query has a percent-escape that does not decode to text: encode it in UTF-8.",
  },
};

const wrongMethod: OAuthError = {
  error: "method_not_allowed",
  error_description:
    "This path does not support that method; the Allow header lists the supported ones.",
};

const tooLarge: Failure = {
  kind: "too_large",
  error: {
    error: "request_too_large",
    error_description: "The body is larger than serve.limits.body_bytes allows.",
  },
};
