import type { Context } from "../context/context.ts";
import type { Response, Request } from "../http/endpoint.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { showError } from "./error-page.ts";

/** Limits how many flows and logouts an address may start, since each stores a row: 429 beyond `limits.rate.authorizations`. */
export function limitRate(request: Request, context: Context): Response | undefined {
  const error = exceedsRate(request, context);
  if (error === undefined) return undefined;
  const answer = showError(error, request, context);
  return { ...answer, headers: { ...answer.headers, "Retry-After": String(error.retry_after) } };
}

/** The same for requests that a client sends itself, by `limits.rate.pushed_requests`. Clients that cannot authenticate have the limit above. */
export function exceedsClientRate(
  { address }: Request,
  client: AuthenticatedClient,
  { authorization_rate, pushed_request_rate, now_ms, server_metrics }: Context,
): OAuthError | undefined {
  const isPublic = client.token_endpoint_auth_method === "none";
  const wait = isPublic
    ? authorization_rate(address, now_ms())
    : pushed_request_rate(address, now_ms(), client.client_id);
  if (wait === undefined) return undefined;
  const limit = isPublic ? "limits.rate.authorizations" : "limits.rate.pushed_requests";
  server_metrics.limit_hits.with({ limit }).add();
  return {
    error: "too_many_requests",
    error_description: `The client sent too many requests. Try again in ${wait} seconds.`,
    retry_after: wait,
  };
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
