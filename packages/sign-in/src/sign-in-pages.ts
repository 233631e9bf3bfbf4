import type { WorkspaceMember } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import type { Accounts } from "./accounts.ts";
import { findAsset } from "./assets/assets.ts";
import { showConsent, submitConsent } from "./consent.ts";
import { frameFor, type Desk } from "./desk.ts";
import { renderErrorPage } from "./error-page.ts";
import type { PageAnswer, PageRequest } from "./exchange.ts";
import { showLogin, submitLogin } from "./login.ts";
import { showLogout, showSignedOut, submitLogout } from "./logout.ts";
import { challengeSpent, isSpent, unavailable } from "./notices.ts";
import { createThrottle, type Throttle } from "./throttle.ts";
import { showWorkspaceConsent, submitWorkspaceConsent } from "./workspace/consent.ts";
import { submitDisconnect } from "./workspace/disconnect.ts";
import { showInstalled } from "./workspace/installed.ts";

/** What the pages need of the world. */
export interface SignInOptions {
  /** Speaks to the admin listener. */
  readonly latchkey: Client;
  readonly accounts: Accounts;
  /** Ties forms to browsers. Servers that share an address share it. */
  readonly cookie_secret: string;
  /** Where the pages live, `/` for instance. */
  readonly base_path: string;
  /** Whether browsers reach the pages by https. */
  readonly secure_cookies: boolean;
  readonly product_name?: string;
  /** Seconds a person who asks for it stays signed in; 30 days by default. */
  readonly remember_login_for?: number;
  /** Seconds everybody else does, if they do not close the browser before; 24 hours by default. */
  readonly browser_session_for?: number;
  /** The workspaces a person is in, and who they are there. Without it nobody is in any. */
  readonly memberships?: (subject: string) => Promise<readonly WorkspaceMember[]>;
  /** Where somebody who is not signed in can do so and come back to their connected apps. */
  readonly sign_in_url?: string;
  /** Slows down whoever guesses passwords; one of its own when left out. */
  readonly throttle?: Throttle;
  /** Unix seconds. */
  readonly now?: () => number;
  /** Hears of what went wrong while the person saw an apology. */
  readonly report?: (error: unknown) => void;
}

/** The pages: a function from a request to an answer, or to `undefined` for a path that is not theirs. */
export interface SignInPages {
  readonly handle: (request: PageRequest) => Promise<PageAnswer | undefined>;
}

/** Login, consent, logout and workspace pages that use the admin API and nothing else. */
export function createSignInPages(options: SignInOptions): SignInPages {
  const desk = prepareDesk(options);
  return {
    async handle(request) {
      if (!request.path.startsWith(desk.base_path)) return undefined;
      const path = request.path.slice(desk.base_path.length);
      const methods = pages.get(path);
      if (methods === undefined) return findAsset(path);

      const handler = methods.get(request.method === "HEAD" ? "GET" : request.method);
      if (handler === undefined) return methodNotAllowed(methods);
      try {
        return await handler(request, desk);
      } catch (error) {
        if (isSpent(error)) return challengeSpent(frameFor(request, desk), error, request);
        options.report?.(error);
        return unavailable(frameFor(request, desk), request);
      }
    },
  };
}

type Handler = (request: PageRequest, desk: Desk) => PageAnswer | Promise<PageAnswer>;

/** What answers each method. */
type Page = ReadonlyMap<string, Handler>;

const pages: ReadonlyMap<string, Page> = new Map([
  ["login", page(showLogin, submitLogin)],
  ["consent", page(showConsent, submitConsent)],
  ["logout", page(showLogout, submitLogout)],
  ["signed-out", page(showSignedOut)],
  ["workspace/consent", page(showWorkspaceConsent, submitWorkspaceConsent)],
  ["workspace/installed", page(showInstalled, submitDisconnect)],
  ["error", page(showError)],
]);

function page(show: Handler, submit?: Handler): Page {
  return new Map([["GET", show], ...(submit ? ([["POST", submit]] as const) : [])]);
}

function prepareDesk(options: SignInOptions): Desk {
  const { latchkey, accounts, cookie_secret, secure_cookies, base_path } = options;
  return {
    latchkey,
    accounts,
    cookie_secret,
    secure_cookies,
    base_path: base_path.endsWith("/") ? base_path : `${base_path}/`,
    product_name: options.product_name ?? "Latchkey",
    remember_login_for: options.remember_login_for ?? 30 * DAY,
    browser_session_for: options.browser_session_for ?? DAY,
    throttle:
      options.throttle ?? createThrottle(options.now ?? (() => Math.floor(Date.now() / 1_000))),
    memberships: options.memberships ?? (async () => []),
    sign_in_url: options.sign_in_url,
  };
}

/**
 * GET /error: where `urls.error` may point. Anybody can make a link to it, so it shows no text that a link brings along: only a
 * code that we know, and what looks like a request id of ours.
 */
function showError(request: PageRequest, desk: Desk): PageAnswer {
  const { query, request_id } = request;
  const error = query.get("error") ?? "";
  const brought = query.get("request_id") ?? "";
  return renderErrorPage({
    error: ERROR_CODES.has(error) ? error : "",
    error_description: "",
    request_id: REQUEST_ID.test(brought) ? brought : request_id,
    locale: frameFor(request, desk).locale,
    product_name: desk.product_name,
  });
}

/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6, and the server's own. */
const ERROR_CODES: ReadonlySet<string> = new Set([
  "access_denied",
  "account_selection_required",
  "consent_required",
  "insufficient_entropy",
  "interaction_required",
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
  "unsupported_response_mode",
  "unsupported_response_type",
]);

/** A UUID, as the server makes them. */
const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function methodNotAllowed(methods: Page): PageAnswer {
  return { status: 405, headers: { allow: [...methods.keys()].join(", ") }, body: "" };
}

const DAY = 24 * 60 * 60;
