import type { Context } from "../context/context.ts";
import type { Response, Request } from "../http/endpoint.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { showError } from "./error-page.ts";

/** Limits how many flows and logouts an address may start, since each stores a row: 429 beyond `limits.rate.authorizations`. */
export function limitRate(request: Request, context: Context): Response | undefined {
  const error = exceedsRate(request, context);
  if (error === undefined) return undefined;
  const answer = showError(error, request, context);
  return { ...answer, headers: { ...answer.headers, "Retry-After": String(error.retry_after) } };
}

/** The error beyond that limit, for the caller to render. */
export function exceedsRate(request: Request, context: Context): OAuthError | undefined {
  const wait = context.authorization_rate(request.address, context.now_ms());
  if (wait === undefined) return undefined;
  context.server_metrics.limit_hits.with({ limit: "limits.rate.authorizations" }).add();
  return {
    error: "too_many_requests",
    error_description: `Too many requests came from this address. Try again in ${wait} seconds.`,
    retry_after: wait,
  };
}
