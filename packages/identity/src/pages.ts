import {
  type FailedSignInReason,
  failedSignInReasons,
  identityPages,
  type Operation,
} from "@latchkey/api";
import type { BuiltInPages } from "@latchkey/server/feature";
import {
  cookieSecrets,
  createPageErrorRenderer,
  DATABASE_RETRY_AFTER,
  deriveSecret,
  type ErrorRenderer,
  findSession,
  fromPage,
  logoutUrl,
  notFound,
  publicPath,
  type Request,
  type Response,
  type ResponseNote,
  type Route,
  textSetting,
} from "@latchkey/server/feature/endpoints";
import {
  createSignInPages,
  type PageNote,
  type PageResponse,
  type SignInPages,
} from "@latchkey/sign-in";
import { createAccountServices, openPasskeys } from "./account-services.ts";
import type { IdentityContext } from "./context.ts";
import { createPageSignIn } from "./page-sign-in.ts";
import { meetsPolicy } from "./sign-in-policy.ts";
import { createRegistrationService } from "./registration/registration-service.ts";
import { createSignInThrottle } from "./sign-in-throttle.ts";

const { workspaceSignIn } = identityPages;

/** The routes of the built-in pages, also of other features. They call the admin API through the SDK, as custom pages would. */
export function pageRoutes(built_in: BuiltInPages, context: IdentityContext): readonly Route[] {
  const pages = createPages(built_in, context);
  const error_renderer = createPageErrorRenderer(context);
  const answerWith = async ({ path }: Operation, request: Request): Promise<Response> => {
    const found = await findSession(request, context);
    const isEnough = found !== undefined && (await meetsPolicy(found, context));
    const session = isEnough ? found : undefined;
    const visit = {
      ...request,
      query: request.query,
      path: publicPath(request.path, context.config),
      ...built_in.describeVisit(request),
      ...(session !== undefined && {
        subject: session.subject,
        authenticated_at: session.authenticated_at,
        session_id: session.sid,
      }),
    };
    const { address, request_id } = request;
    const caller = { address, request_id, page: path, subject: session?.subject };
    const page = await built_in.during(caller, () => pages.handle(visit));
    if (page === undefined) return error_renderer.renderError(notFound, request);
    return { ...toResponse(page), ...(page.note !== undefined && { note: noteOf(page.note) }) };
  };
  const routes = built_in.pages
    .filter((page) => page.path !== workspaceSignIn.path && isOwn(page, context))
    .flatMap((page) => {
      const methods =
        page.also_by_post !== undefined ? (["GET", "POST"] as const) : (["GET"] as const);
      const answer: Route["answer"] = (request) => answerWith(page, request);
      const route = {
        ...pageRoute(page, error_renderer, answer),
        observe: observerOf(page, context),
      };
      return methods.map((method) => ({ ...route, method }));
    });
  const signIn = createPageSignIn(built_in.pages);
  return [
    ...routes,
    pageRoute(workspaceSignIn, error_renderer, (request) => signIn(request, context)),
  ];
}

/** Records the steps of sign-ins with identity providers, which pages note. Forms have passwords: they are no part of it. */
function observerOf({ inspect }: Operation, { observer }: IdentityContext): Route["observe"] {
  if (inspect === null || !observer.enabled) return undefined;
  return (request, answer) => {
    if (answer.note !== undefined)
      observer.note({ inspect, request: { ...request, query: request.query, body: "" }, answer });
  };
}

/** What an inspector shows of a refusal that is no failure of a server. */
const CODES: Readonly<Partial<Record<FailedSignInReason, string>>> = {
  provider_cancelled: "access_denied",
  account_disabled: "access_denied",
  provider_state_unknown: "invalid_request",
  throttled: "temporarily_unavailable",
};

function noteOf({ login_challenge, refusal }: PageNote): ResponseNote {
  return {
    ...(login_challenge !== undefined && {
      parameters: [["login_challenge", login_challenge] as const],
    }),
    ...(refusal !== undefined && {
      error: {
        error: CODES[refusal] ?? "server_error",
        error_description: failedSignInReasons[refusal],
        reason: refusal,
      },
    }),
  };
}

function pageRoute(page: Operation, error_renderer: ErrorRenderer, answer: Route["answer"]): Route {
  return { ...page, name: page.path, error_renderer, answer };
}

/** Whether no setting replaces it. */
function isOwn({ replaced_by }: Operation, { config }: IdentityContext): boolean {
  return replaced_by === undefined || textSetting(config, replaced_by) === undefined;
}

function createPages({ latchkey, options }: BuiltInPages, context: IdentityContext): SignInPages {
  const { config, identity, log } = context;
  return createSignInPages({
    latchkey,
    accounts: identity.accounts,
    account_services: createAccountServices(context),
    registration: createRegistrationService(context, openPasskeys(context)),
    cookie_secrets: cookieSecrets(config).map((secret) => deriveSecret(secret, "sign-in pages")),
    base_path: publicPath("/", config),
    secure_cookies: config["urls.self.issuer"].startsWith("https:"),
    sign_in_url: publicPath(workspaceSignIn.path, config),
    brand: () => identity.brand.load(),
    ...options,
    sign_out_url: logoutUrl(config),
    browser_session_for: config["ttl.browser_session"],
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
