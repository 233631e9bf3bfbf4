import type { Context } from "../context/context.ts";
import { createJsonErrorRenderer, type ErrorRenderer } from "../http/failure.ts";
import { errorFormatFor } from "../http/media-type.ts";
import { showFailurePage } from "./error-page.ts";

/**
 * For paths that users open in a browser. Callers whose `Accept` header names neither a page nor JSON get a page about
 * limits and an unavailable database, and other failures as JSON.
 */
export function createPageErrorRenderer(
  context: Pick<Context, "config" | "page_brand">,
): ErrorRenderer {
  const { "oauth2.expose_internal_errors": expose_internal_errors } = context.config;
  const json = createJsonErrorRenderer({ expose_internal_errors });
  return {
    renderError(failure, request) {
      const { kind } = failure;
      const usual = kind === "over_limit" || kind === "unavailable" ? "page" : "json";
      return errorFormatFor(request.headers["accept"], usual) === "page"
        ? showFailurePage(failure, request, context)
        : json.renderError(failure, request);
    },
  };
}
