import { consolePages, operations } from "@latchkey/api";
import { renderErrorPage, renderStartPage } from "@latchkey/sign-in";
import type { Context } from "../context/context.ts";
import { localeOf } from "../flows/locale.ts";
import { fromPage } from "../flows/page-response.ts";
import { verificationUri } from "../flows/page-urls.ts";
import type { Request, Response } from "../http/endpoint.ts";
import type { Failure, Plane } from "../http/failure.ts";
import { accepts } from "../http/media-type.ts";
import { redirect } from "../http/response.ts";
import { statusOf } from "../oauth/oauth-error.ts";
import { joinUrl } from "../openid/urls.ts";

/** The plane of the public listener's paths without a route: users get pages, programs what `json` renders. */
export function createPublicPathPlane({ config }: Pick<Context, "config">, json: Plane): Plane {
  const issuer = config["urls.self.issuer"];
  const start = {
    issuer,
    discovery_url: joinUrl(issuer, operations.discoverOpenIDConfiguration.path),
    device_url: verificationUri(config),
  };
  return {
    renderError(failure, request) {
      if (!isOpenedByUser(failure, request)) return json.renderError(failure, request);
      return isRoot(request)
        ? fromPage(renderStartPage({ ...start, locale: localeOf(request) }))
        : showNotFound(failure, request);
    },
  };
}

/** The plane of the admin listener's paths without a route: its root leads users to the console. */
export function createAdminPathPlane(json: Plane): Plane {
  return {
    renderError: (failure, request) =>
      isOpenedByUser(failure, request) && isRoot(request)
        ? redirect(consolePages.consoleStart.path)
        : json.renderError(failure, request),
  };
}

/** Of the failures of paths without a route, the one that users cause by opening a URL. */
function isOpenedByUser({ kind }: Failure, { headers }: Request): boolean {
  return kind === "not_found" && accepts(headers["accept"], "text/html");
}

function isRoot({ method, path }: Request): boolean {
  return path === "/" && (method === "GET" || method === "HEAD");
}

/** Always our page: `urls.error` is for errors of apps, and redirecting to it would loop where its path is unknown here. */
function showNotFound({ error }: Failure, request: Request): Response {
  const page = renderErrorPage({
    error: error.error,
    error_description: "",
    request_id: request.request_id,
    locale: localeOf(request),
    status: statusOf(error.error),
    notice: "page_not_found",
  });
  return { ...fromPage(page), note: { error } };
}
