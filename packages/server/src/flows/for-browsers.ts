import type { Context, Endpoint } from "../context/context.ts";
import type { Response, Request } from "../http/endpoint.ts";
import { databaseUnavailable, retryLater } from "../http/unavailable.ts";
import { isTransient } from "../store/port/unavailable.ts";
import { showError } from "./error-page.ts";

/** The same endpoint, whose caller is a browser: where the database is unavailable, the user gets a page instead of JSON. */
export function forBrowsers(endpoint: Endpoint): Endpoint {
  return async (request, context) => {
    try {
      return await endpoint(request, context);
    } catch (error) {
      if (!isTransient(error)) throw error;
      return showUnavailable(error, request, context);
    }
  };
}

function showUnavailable(error: unknown, request: Request, context: Context): Response {
  const { method, path, request_id } = request;
  context.log.warn("database unavailable", { method, path, request_id, error });
  const answer = showError(databaseUnavailable, request, context);
  return { ...answer, headers: { ...answer.headers, ...retryLater } };
}
