import { type ErrorNotice, type ErrorReport, renderErrorPage } from "@latchkey/sign-in";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import type { Failure } from "../http/failure.ts";
import { errorFormatFor } from "../http/media-type.ts";
import { refuse } from "../http/refuse.ts";
import { redirect, type Response } from "../http/response.ts";
import type { Request } from "../http/request.ts";
import { fromPage } from "./page-response.ts";
import { localeOf } from "./locale.ts";
import { publicUrl } from "./page-urls.ts";
import { type OAuthError, statusOf } from "../oauth/oauth-error.ts";
import { joinUrl, withQuery } from "../openid/urls.ts";

/** An error that cannot be returned to the client: a page, or JSON for a program that accepts JSON and no page. */
export function showError(
  error: OAuthError,
  request: Request,
  context: Pick<Context, "config" | "page_brand">,
): Response {
  return errorFormatFor(request.headers["accept"], "page") === "page"
    ? showErrorPage(error, request, context)
    : refuse(error, request, context);
}

/** The page of a request that got no response from an endpoint. */
export function showFailurePage(
  failure: Failure,
  request: Request,
  context: Pick<Context, "config" | "page_brand">,
): Response {
  const page = showUrlFailure(failure, request, { brand: context.page_brand() });
  if (page !== undefined) return page;
  const { headers, ...rest } = showErrorPage(failure.error, request, context);
  return { ...rest, headers: { ...headers, ...failure.headers } };
}

/**
 * The page of a failure of the URL, not of an app's request; undefined for other failures. It is always the built-in
 * page: where `urls.error` itself fails like this, a redirect there would loop.
 */
export function showUrlFailure(
  { kind, error, headers }: Failure,
  request: Request,
  shown: Pick<ErrorReport, "console_url" | "brand"> = {},
): Response | undefined {
  const notice = noticeOf[kind];
  if (notice === undefined) return undefined;
  const page = showBuiltInPage(error, request, { error_description: "", notice, ...shown });
  return { ...page, headers: { ...page.headers, ...headers } };
}

const noticeOf: { readonly [Kind in Failure["kind"]]?: ErrorNotice } = {
  not_found: "page_not_found",
  wrong_method: "wrong_method",
};

/** Redirects to `urls.error` where it is set, unless that URL itself failed, and shows the built-in page otherwise. */
export function showErrorPage(
  error: OAuthError,
  request: Request,
  { config, page_brand }: Pick<Context, "config" | "page_brand">,
): Response {
  const { error_description, debug } = error;
  const page = config["urls.error"];
  if (page !== undefined && !isRequestFor(page, request, config)) {
    const { request_id } = request;
    const location = withQuery(page, { error: error.error, error_description, request_id });
    return { ...redirect(location), note: { error } };
  }
  const fix = config["oauth2.expose_internal_errors"] ? debug : undefined;
  const notice = noticeOfReason.get(error.reason);
  return showBuiltInPage(error, request, {
    error_description,
    fix,
    notice,
    brand: page_brand(),
  });
}

/** What a user can do about it, where the error code does not say. */
const noticeOfReason: ReadonlyMap<string | undefined, ErrorNotice> = new Map([
  ["flow_unknown", "expired"],
  ["came_back_too_late", "expired"],
  ["already_used", "already_used"],
  ["another_user", "already_used"],
  ["another_browser", "cookie_missing"],
  ["client_disabled", "app_disabled"],
]);

/** Whether the request is for this page, under any URL of this server: a redirect to it would loop. */
function isRequestFor(page: string, { path, headers }: Request, config: Config): boolean {
  const { host, pathname } = new URL(page);
  if (host === headers["host"] && pathname === path) return true;
  // A proxy may have removed the path of these, and changed the host.
  return [config["urls.self.issuer"], publicUrl(config)].some((base) => {
    const own = new URL(joinUrl(base, path));
    return host === own.host && pathname === own.pathname;
  });
}

function showBuiltInPage(
  error: OAuthError,
  request: Request,
  shown: Pick<ErrorReport, "error_description" | "fix" | "notice" | "console_url" | "brand">,
): Response {
  const page = renderErrorPage({
    error: error.error,
    ...shown,
    request_id: request.request_id,
    locale: localeOf(request),
    status: statusOf(error.error),
  });
  const { headers, ...rest } = fromPage(page);
  const { retry_after } = error;
  const wait = retry_after === undefined ? {} : { "Retry-After": String(retry_after) };
  return { ...rest, headers: { ...headers, ...wait }, note: { error } };
}
