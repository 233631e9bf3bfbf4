import type { WorkspaceMember } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import type { Accounts } from "./accounts.ts";
import type { CsrfOptions } from "./http/csrf.ts";
import type { PageRequest } from "./http/exchange.ts";
import { chooseLocale } from "./messages/locale.ts";
import type { SignInThrottle } from "./throttle.ts";
import type { Frame } from "./views/layout.ts";

/** The dependencies and settings of the page handlers. */
export interface PageContext extends CsrfOptions {
  readonly latchkey: Client;
  readonly accounts: Accounts;
  readonly base_path: string;
  readonly product_name: string;
  readonly throttle: SignInThrottle;
  /** Seconds a session lasts with "Keep me signed in". */
  readonly remember_login_for: number;
  /** Maximum seconds of any other session, which also ends when the browser closes. */
  readonly browser_session_for: number;
  /** The workspace memberships of a user. */
  readonly memberships: (subject: string) => Promise<readonly WorkspaceMember[]>;
  readonly sign_in_url: string | undefined;
  readonly device_url: string | undefined;
  readonly sign_out_url: string | undefined;
}

/** The layout settings of a page, in the language that the client (`ui_locales`) or the browser requested. */
export function frameOf(
  request: PageRequest,
  { base_path, product_name }: Pick<PageContext, "base_path" | "product_name">,
  ui_locales?: readonly string[],
): Frame {
  const locale = chooseLocale(ui_locales, request.headers["accept-language"]);
  return { locale, base_path, product_name };
}

/** The languages that the client requested in the URL of an authorization or logout (OpenID Connect RP-Initiated Logout §2). */
export function uiLocalesOf(request_url: string): string[] | undefined {
  return URL.parse(request_url, "http://unused")?.searchParams.get("ui_locales")?.split(" ");
}

/** Parses an `application/x-www-form-urlencoded` body. */
export function readForm(request: PageRequest): URLSearchParams {
  return new URLSearchParams(request.body);
}

/** The URL path and query of a page for a challenge. */
export function pageUrl(
  page: "login" | "consent" | "logout" | "device",
  challenge: string,
  { base_path }: Pick<PageContext, "base_path">,
): string {
  return `${base_path}${page}?${page}_challenge=${encodeURIComponent(challenge)}`;
}
