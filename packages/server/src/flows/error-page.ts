import { renderErrorPage } from "@latchkey/sign-in";
import type { Context } from "../context/context.ts";
import { accepts } from "../http/media-type.ts";
import { refuse } from "../http/refuse.ts";
import { redirect } from "../http/response.ts";
import type { Response, Request } from "../http/endpoint.ts";
import { fromPage } from "./page-response.ts";
import { localeOf } from "./locale.ts";
import { type OAuthError, statusOf } from "../oauth/oauth-error.ts";
import { withQuery } from "../openid/urls.ts";

/** An error that cannot be returned to the client: a page, or JSON for a program that accepts JSON and no page. */
export function showError(
  error: OAuthError,
  request: Request,
  context: Pick<Context, "config">,
): Response {
  const { accept } = request.headers;
  return accepts(accept, "application/json") && !accepts(accept, "text/html")
    ? refuse(error, request, context)
    : showErrorPage(error, request, context);
}

/** The page of an error: that of `urls.error`, or ours. */
export function showErrorPage(
  error: OAuthError,
  request: Request,
  { config }: Pick<Context, "config">,
): Response {
  const { error_description, debug, retry_after } = error;
  const page = config["urls.error"];
  if (page !== undefined) {
    const { request_id } = request;
    const location = withQuery(page, { error: error.error, error_description, request_id });
    return { ...redirect(location), note: { error } };
  }
  const report = renderErrorPage({
    error: error.error,
    error_description,
    fix: config["oauth2.expose_internal_errors"] ? debug : undefined,
    request_id: request.request_id,
    locale: localeOf(request),
    status: statusOf(error.error),
  });
  const { headers, ...shown } = fromPage(report);
  const wait = retry_after === undefined ? {} : { "Retry-After": String(retry_after) };
  return { ...shown, headers: { ...headers, ...wait }, note: { error } };
}
