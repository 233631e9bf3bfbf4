import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { AuthenticatedClient } from "../oauth/client.ts";
import { type OAuthError, tooManyRequests } from "../oauth/oauth-error.ts";
import { showError } from "./error-page.ts";

/** Limits how many flows and logouts a browser may start, since each stores a row: 429 where `addressRateError` has an error. */
export function limitRate(request: Request, context: Context): Response | undefined {
  const error = addressRateError(request, context);
  if (error === undefined) return undefined;
  const answer = showError(error, request, context);
  return { ...answer, headers: { ...answer.headers, "Retry-After": String(error.retry_after) } };
}

/** Counts a request of an address. The error where there are more than `limits.rate.authorizations` allows. */
export function addressRateError(
  { address }: Request,
  { authorization_rate, now_ms, server_metrics }: Context,
): OAuthError | undefined {
  const wait = authorization_rate(address, now_ms());
  if (wait === undefined) return undefined;
  server_metrics.limit_hits.with({ limit: "limits.rate.authorizations" }).add();
  return tooManyRequests("Too many requests came from this address.", wait);
}

/**
 * Counts a request that a client sends itself. The error where there are more than `limits.rate.pushed_requests` allows, or
 * `limits.rate.authorizations` for a public client, as which anyone can send requests.
 */
export function clientRateError(
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
  return tooManyRequests("The client sent too many requests.", wait);
}
