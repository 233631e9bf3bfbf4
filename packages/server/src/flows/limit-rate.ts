import type { Context } from "../context/context.ts";
import type { Response, Request } from "../http/endpoint.ts";
import { showError } from "./error-page.ts";

/** Limits how many flows and logouts an address may start, since each stores a row: 429 beyond `limits.rate.authorizations`. */
export function limitRate(request: Request, context: Context): Response | undefined {
  const wait = context.authorization_rate(request.address, context.now_ms());
  if (wait === undefined) return undefined;
  context.server_metrics.limit_hits.with({ limit: "limits.rate.authorizations" }).add();
  const answer = showError(
    {
      error: "too_many_requests",
      error_description: `Too many requests came from this address. Try again in ${wait} seconds.`,
    },
    request,
    context,
  );
  return { ...answer, headers: { ...answer.headers, "Retry-After": String(wait) } };
}
