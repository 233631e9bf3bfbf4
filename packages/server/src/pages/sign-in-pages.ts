import { browserSessionLifespan } from "../grants/lifespans.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { type Operation, pageSignIn, signInPages, siteIcon } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import { createSignInPages, favicon, type PageResponse, type SignInPages } from "@latchkey/sign-in";
import { createAccountBook } from "../accounts/accounts.ts";
import { findSession } from "../flows/find-session.ts";
import type { LoadedFeature } from "../feature/load-features.ts";
import { logoutUrl, publicPath } from "../flows/page-urls.ts";
import { createPageErrorRenderer } from "../flows/page-error-renderer.ts";
import { fromPage } from "../flows/page-response.ts";
import { cookieSecrets } from "../config/derived.ts";
import { textSetting } from "../config/setting.ts";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import { DATABASE_RETRY_AFTER } from "../context/failure-of.ts";
import { deriveSecret } from "../crypto/derived-secret.ts";
import { notFound } from "../http/check-request.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import type { ErrorRenderer } from "../http/failure.ts";
import type { Route } from "../http/router.ts";
import { createSignInThrottle } from "../accounts/sign-in-throttle.ts";
import { createPageSignIn } from "./page-sign-in.ts";

/** The id of the current request to a page. Requests of the page to the admin API have the same id. */
export const currentRequestId = new AsyncLocalStorage<string>();

/** The routes of the built-in sign-in pages. They call the admin API through the SDK, as custom pages would. */
export function pageRoutes(
  context: Context,
  features: readonly LoadedFeature[],
  latchkey: Client,
): readonly Route[] {
  const pages = createPages(context, features, latchkey);
  const error_renderer = createPageErrorRenderer(context);
  const answer = async (request: Request): Promise<Response> => {
    const session = await findSession(request, context);
    const visit = {
      ...request,
      query: request.query,
      path: publicPath(request.path, context.config),
      ...Object.assign({}, ...features.map((one) => one.describeVisit?.(request, context))),
      ...(session !== undefined && {
        subject: session.subject,
        authenticated_at: session.authenticated_at,
      }),
    };
    const page = await currentRequestId.run(request.request_id, () => pages.handle(visit));
    return page === undefined ? error_renderer.renderError(notFound, request) : toResponse(page);
  };
  const all = pagesOf(features);
  const routes = ownPages(all, context.config).flatMap((page) => {
    const methods =
      page.also_by_post !== undefined ? (["GET", "POST"] as const) : (["GET"] as const);
    return methods.map((method) => ({ ...pageRoute(page, error_renderer, answer), method }));
  });
  const signIn = createPageSignIn(all);
  const icon = fromPage(favicon);
  return [
    ...routes,
    pageRoute(pageSignIn.workspaceSignIn, error_renderer, (request) => signIn(request, context)),
    pageRoute(siteIcon.favicon, error_renderer, () => icon),
  ];
}

function pageRoute(page: Operation, error_renderer: ErrorRenderer, answer: Route["answer"]): Route {
  return { ...page, name: page.path, error_renderer, answer };
}

/** The built-in pages. */
function pagesOf(features: readonly LoadedFeature[]): readonly Operation[] {
  return [signInPages, ...features.map(({ pages = {} }) => pages)].flatMap((pages) =>
    Object.values<Operation>(pages),
  );
}

/** Those that no setting replaces. */
function ownPages(pages: readonly Operation[], config: Config): readonly Operation[] {
  return pages.filter(
    ({ replaced_by }) =>
      replaced_by === undefined || textSetting(config, replaced_by) === undefined,
  );
}

function createPages(
  context: Context,
  features: readonly LoadedFeature[],
  latchkey: Client,
): SignInPages {
  const { config, store, log, now } = context;
  return createSignInPages({
    latchkey,
    accounts: createAccountBook(store.accounts, now, context.password_queue),
    cookie_secrets: cookieSecrets(config).map((secret) => deriveSecret(secret, "sign-in pages")),
    base_path: publicPath("/", config),
    secure_cookies: config["urls.self.issuer"].startsWith("https:"),
    sign_in_url: publicPath(pageSignIn.workspaceSignIn.path, config),
    ...Object.assign({}, ...features.map((feature) => feature.pageOptions?.(context))),
    sign_out_url: logoutUrl(config),
    browser_session_for: browserSessionLifespan(config),
    throttle: createSignInThrottle(context),
    report: (error) => log.error("sign-in page failed", { error }),
  });
}

/** A page with the status 503 reports that the database is unavailable. */
function toResponse(page: PageResponse): Response {
  const response = fromPage(page);
  if (page.status !== 503) return response;
  const headers = { ...response.headers, "Retry-After": String(DATABASE_RETRY_AFTER) };
  return { ...response, headers };
}
