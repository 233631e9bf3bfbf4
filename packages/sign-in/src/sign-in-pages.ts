import type { WorkspaceMember } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import type { AccountServices } from "./account-services.ts";
import type { Accounts } from "./accounts.ts";
import { showAccount, submitAccount } from "./account/account-page.ts";
import { findAsset } from "./assets/assets.ts";
import { type Brand, findBrandAsset, PRODUCT_NAME } from "./branding/brand.ts";
import { showApproval, submitApproval } from "./pages/approve.ts";
import { showConsent, submitConsent } from "./pages/consent.ts";
import { findProviderPage } from "./federation/provider-pages.ts";
import { showForgotPassword, submitForgotPassword } from "./mail/forgot-password.ts";
import { showResetPassword, submitResetPassword } from "./mail/reset-password.ts";
import { showVerifyEmail, submitVerifyEmail } from "./mail/verify-email.ts";
import { messagesIn } from "./messages/messages.ts";
import { frameOf, uiLocalesOf, type PageContext } from "./page-context.ts";
import { renderErrorPage } from "./pages/error-page.ts";
import type { PageResponse, PageRequest } from "./http/exchange.ts";
import { showConnected, showDevice, showNotConnected, submitDevice } from "./pages/device.ts";
import { showLogin, submitLogin } from "./pages/login.ts";
import { showLogout, showSignedOut, submitLogout } from "./pages/logout.ts";
import { challengeSpent, isChallengeSpent, showNotice, unavailable } from "./pages/notices.ts";
import { showLink, submitLink } from "./registration/link-page.ts";
import { showRegistration, submitRegistration } from "./registration/register.ts";
import type { RegistrationService } from "./registration/registration-service.ts";
import type { SignInThrottle } from "./throttle.ts";
import { showWorkspaceConsent, submitWorkspaceConsent } from "./workspace/consent.ts";
import { submitDisconnect } from "./workspace/disconnect.ts";
import { showConnectedApps } from "./workspace/connected-apps.ts";
import { showDirectory } from "./workspace/directory.ts";

/** Configures the built-in pages. */
export interface SignInOptions {
  /** A client of the admin API. */
  readonly latchkey: Client;
  readonly accounts: Accounts;
  /** For the account page, second factors and passkeys. Without it, users have a password and nothing more. */
  readonly account_services?: AccountServices;
  /** For users who register, or are invited. Without it, an operator creates all accounts. */
  readonly registration?: RegistrationService;
  /** Key the CSRF tokens: the first signs, all verify. All servers behind one host name must have the one that signs. */
  readonly cookie_secrets: readonly string[];
  /** The URL path under which the pages are mounted, for example `/`. */
  readonly base_path: string;
  /** Whether browsers use https. */
  readonly secure_cookies: boolean;
  readonly product_name?: string;
  /** How pages look now. Called for every page. */
  readonly brand?: () => Brand | Promise<Brand>;
  /** Seconds a session lasts with "Keep me signed in"; 30 days by default. */
  readonly remember_login_for?: number;
  /** Maximum seconds of any other session, which also ends when the browser closes; 24 hours by default. */
  readonly browser_session_for?: number;
  /** Looks up the workspace memberships of a user; none by default. */
  readonly memberships?: (subject: string) => Promise<readonly WorkspaceMember[]>;
  /** Where a user signs in to return to the list of connected apps, or with `?page=directory` or `approve` to those pages. */
  readonly sign_in_url?: string;
  /** Where a browser gets the challenge with which it enters the code of a device. */
  readonly device_url?: string;
  /** Where a user starts to sign out. */
  readonly sign_out_url?: string;
  readonly throttle: SignInThrottle;
  /** Receives unexpected errors; the user sees a generic error page. */
  readonly report?: (error: unknown) => void;
}

/** The pages as a request handler. Resolves to `undefined` for a path that is not one of the pages. */
export interface SignInPages {
  readonly handle: (request: PageRequest) => Promise<PageResponse | undefined>;
}

/** Creates the login, consent, logout and workspace pages. They use only the public admin API. */
export function createSignInPages(options: SignInOptions): SignInPages {
  const unbranded = createPageContext(options);
  return {
    async handle(request) {
      const context = await withBrand(unbranded, options);
      if (!request.path.startsWith(context.base_path)) return undefined;
      const path = request.path.slice(context.base_path.length);
      const methods = pages.get(path) ?? findProviderPage(path);
      if (methods === undefined)
        return findAsset(path) ?? (context.brand && findBrandAsset(context.brand, path));

      const handler = methods.get(request.method === "HEAD" ? "GET" : request.method);
      if (handler === undefined) return methodNotAllowed(methods);
      try {
        return await handler(request, context);
      } catch (error) {
        if (isChallengeSpent(error)) {
          const uiLocales = uiLocalesOf(error.redirect_to ?? "");
          return challengeSpent(frameOf(request, context, uiLocales), error, request);
        }
        options.report?.(error);
        return unavailable(frameOf(request, context), request);
      }
    },
  };
}

type Handler = (request: PageRequest, context: PageContext) => PageResponse | Promise<PageResponse>;

/** Handlers by HTTP method. */
type Page = ReadonlyMap<string, Handler>;

const pages: ReadonlyMap<string, Page> = new Map([
  ["login", page(showLogin, submitLogin)],
  ["register", page(showRegistration, submitRegistration)],
  ["register/account", page(showLink("registration"), submitLink("registration"))],
  ["register/invitation", page(showLink("invitation"), submitLink("invitation"))],
  ["consent", page(showConsent, submitConsent)],
  ["logout", page(showLogout, submitLogout)],
  ["signed-out", page(showSignedOut)],
  ["device", page(showDevice, submitDevice)],
  ["device/done", page(showConnected)],
  ["device/denied", page(showNotConnected)],
  ["approve", page(showApproval, submitApproval)],
  ["account", page(showAccount, submitAccount)],
  ["forgot-password", page(showForgotPassword, submitForgotPassword)],
  ["reset-password", page(showResetPassword, submitResetPassword)],
  ["verify-email", page(showVerifyEmail, submitVerifyEmail)],
  ["workspace/consent", page(showWorkspaceConsent, submitWorkspaceConsent)],
  ["workspace/installed", page(showConnectedApps, submitDisconnect)],
  ["workspace/directory", page(showDirectory)],
  ["error", page(showError)],
]);

function page(show: Handler, submit?: Handler): Page {
  return new Map([["GET", show], ...(submit ? ([["POST", submit]] as const) : [])]);
}

async function withBrand(context: PageContext, options: SignInOptions): Promise<PageContext> {
  const brand = await options.brand?.();
  if (brand === undefined) return context;
  return { ...context, brand, product_name: options.product_name ?? brand.product_name };
}

function createPageContext(options: SignInOptions): PageContext {
  const { latchkey, accounts, cookie_secrets, secure_cookies, base_path } = options;
  return {
    latchkey,
    accounts,
    account_services: options.account_services,
    registration: options.registration,
    cookie_secrets,
    secure_cookies,
    base_path: base_path.endsWith("/") ? base_path : `${base_path}/`,
    product_name: options.product_name ?? PRODUCT_NAME,
    brand: undefined,
    remember_login_for: options.remember_login_for ?? 30 * DAY,
    browser_session_for: options.browser_session_for ?? DAY,
    throttle: options.throttle,
    memberships: options.memberships ?? (async () => []),
    sign_in_url: options.sign_in_url,
    device_url: options.device_url,
    sign_out_url: options.sign_out_url,
  };
}

/**
 * GET /error: a possible value of `urls.error`. Anyone can craft a link to this page, so it shows no text from the query: only a
 * known error code and a well-formed request ID. Without either, no request has failed.
 */
function showError(request: PageRequest, context: PageContext): PageResponse {
  const { query } = request;
  const frame = frameOf(request, context);
  const [error = ""] = query.getAll("error").filter((code) => ERROR_CODES.has(code));
  const [request_id] = query.getAll("request_id").filter((id) => REQUEST_ID.test(id));
  if (error === "" && request_id === undefined)
    return showNotice(frame, { notice: messagesIn(frame.locale).no_error }, { status: 400 });
  return renderErrorPage({
    error,
    error_description: "",
    request_id: request_id ?? request.request_id,
    locale: frame.locale,
    product_name: context.product_name,
    brand: context.brand,
  });
}

/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6, and codes of this server. */
const ERROR_CODES: ReadonlySet<string> = new Set([
  "access_denied",
  "account_selection_required",
  "consent_required",
  "insufficient_entropy",
  "interaction_required",
  "invalid_authorization_details",
  "invalid_client",
  "invalid_request",
  "invalid_request_object",
  "invalid_request_uri",
  "invalid_scope",
  "invalid_state",
  "login_required",
  "not_found",
  "registration_not_supported",
  "request_forbidden",
  "request_not_supported",
  "request_unauthorized",
  "request_uri_not_supported",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unmet_authentication_requirements",
  "unsupported_response_mode",
  "unsupported_response_type",
]);

/** A UUID in lower case, as the server generates them. */
const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function methodNotAllowed(methods: Page): PageResponse {
  return { status: 405, headers: { allow: [...methods.keys()].join(", ") }, body: "" };
}

const DAY = 24 * 60 * 60;
