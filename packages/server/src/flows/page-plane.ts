import type { Context } from "../context/context.ts";
import { createJsonPlane, type Plane } from "../http/failure.ts";
import { showError } from "./error-page.ts";

/**
 * The plane of paths that users open in a browser. Limits and an unavailable database are shown as a page; other failures
 * are JSON, as on the OAuth plane.
 */
export function createPagePlane(context: Pick<Context, "config">): Plane {
  const { "oauth2.expose_internal_errors": expose_internal_errors } = context.config;
  const json = createJsonPlane({ expose_internal_errors });
  return {
    renderError(failure, request) {
      if (failure.kind !== "over_limit" && failure.kind !== "unavailable")
        return json.renderError(failure, request);
      const page = showError(failure.error, request, context);
      return { ...page, headers: { ...page.headers, ...failure.headers } };
    },
  };
}
