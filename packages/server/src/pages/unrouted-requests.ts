import { consolePages, operations } from "@latchkey/api";
import { renderStartPage } from "@latchkey/sign-in";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { showErrorPage, showFailurePage, showUrlFailure } from "../flows/error-page.ts";
import { localeOf } from "../flows/locale.ts";
import { fromPage } from "../flows/page-response.ts";
import { builtInPaths, places } from "../flows/page-urls.ts";
import type { LoadedFeature } from "../feature/load-features.ts";
import type { Request } from "../http/request.ts";
import type { Failure, ErrorRenderer } from "../http/failure.ts";
import { errorFormatFor } from "../http/media-type.ts";
import { redirect } from "../http/response.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { joinUrl } from "../openid/urls.ts";

/**
 * For requests that no route of the public listener takes: unknown paths, and known ones with another method. Users get
 * pages, programs what `api` renders.
 */
export function createPublicErrorRenderer(
  context: Pick<Context, "config" | "page_brand">,
  features: readonly LoadedFeature[],
  api: ErrorRenderer,
): ErrorRenderer {
  const { config } = context;
  const issuer = config["urls.self.issuer"];
  const start = {
    issuer,
    discovery_url: joinUrl(issuer, operations.discoverOpenIDConfiguration.path),
    ...Object.assign({}, ...features.map((feature) => feature.startLinks?.(config))),
  };
  return {
    ...api,
    renderError(failure, request) {
      if (!isOfUser(request)) return api.renderError(failure, request);
      if (isRoot(failure, request))
        return fromPage(
          renderStartPage({ ...start, locale: localeOf(request), brand: context.page_brand() }),
        );
      const setting = settingOfMissingPage(failure, request, config);
      return setting === undefined
        ? showFailurePage(failure, request, context)
        : showErrorPage(missingPage(setting), request, context);
    },
  };
}

/**
 * The same of the admin listener: its root redirects users to the console, and its pages link to it. Other failures are JSON,
 * because `urls.error` is for users of the public listener.
 */
export function createAdminErrorRenderer(api: ErrorRenderer): ErrorRenderer {
  const console_url = consolePages.consoleStart.path;
  return {
    ...api,
    renderError(failure, request) {
      if (!isOfUser(request)) return api.renderError(failure, request);
      if (isRoot(failure, request)) return redirect(console_url);
      return showUrlFailure(failure, request, { console_url }) ?? api.renderError(failure, request);
    },
  };
}

function isOfUser({ headers }: Request): boolean {
  return errorFormatFor(headers["accept"], "json") === "page";
}

/** The setting that names a page which flows redirect to, where it is not set and no feature has the page. */
function settingOfMissingPage(
  { kind }: Failure,
  { path }: Request,
  config: Config,
): string | undefined {
  if (kind !== "not_found") return undefined;
  const place = places.find((one) => builtInPaths[one] === path);
  return place !== undefined && config[`urls.${place}`] === undefined ? `urls.${place}` : undefined;
}

function missingPage(setting: string): OAuthError {
  return {
    error: "not_found",
    error_description: `This server has no page of its own here. Its operator has to set ${setting}.`,
  };
}

function isRoot({ kind }: Failure, { method, path }: Request): boolean {
  return kind === "not_found" && path === "/" && (method === "GET" || method === "HEAD");
}
