import type { WorkspaceMember } from "@latchkey/api";
import type { Client } from "@latchkey/client";

import type { AccountServices } from "./account-services.ts";
import type { Accounts } from "./accounts.ts";
import type { Brand } from "./branding/brand.ts";
import type { CsrfOptions } from "./http/csrf.ts";
import type { PageRequest } from "./http/exchange.ts";
import { chooseLocale } from "./messages/locale.ts";
import type { RegistrationService } from "./registration/registration-service.ts";
import type { SignInThrottle } from "./throttle.ts";
import type { Frame } from "./views/layout.ts";

/** The dependencies and settings of the page handlers. */
export interface PageContext extends CsrfOptions {
  readonly latchkey: Client;
  readonly accounts: Accounts;
  readonly account_services: AccountServices | undefined;
  readonly registration: RegistrationService | undefined;
  readonly base_path: string;
  readonly product_name: string;
  readonly brand: Brand | undefined;
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
  {
    base_path,
    product_name,
    brand,
  }: Pick<PageContext, "base_path" | "product_name"> & Partial<Pick<PageContext, "brand">>,
  ui_locales?: readonly string[],
): Frame {
  const locale = chooseLocale(ui_locales, request.headers["accept-language"]);
  return { locale, base_path, product_name, brand };
}

/** The languages that the client requested in the URL of an authorization or logout (OpenID Connect RP-Initiated Logout §2). */
export function uiLocalesOf(request_url: string): string[] | undefined {
  return URL.parse(request_url, "http://unused")?.searchParams.get("ui_locales")?.split(" ");
}

/** Unix seconds, by the clock of the server. */
export function nowOf({ account_services }: Pick<PageContext, "account_services">): number {
  return account_services?.now() ?? Math.floor(Date.now() / 1000);
}

/** Parses an `application/x-www-form-urlencoded` body. */
export function readForm(request: PageRequest): URLSearchParams {
  return new URLSearchParams(request.body);
}

/** Where the user signs in to return to a page, with these parameters. */
export function signInUrl(
  page: string,
  { sign_in_url = "" }: Pick<PageContext, "sign_in_url">,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries({ page, ...parameters }).flatMap(
    ([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]),
  );
  return `${sign_in_url}?${new URLSearchParams(given)}`;
}

/** The URL path and query of a page for a challenge. */
export function pageUrl(
  page: "login" | "consent" | "logout" | "device",
  challenge: string,
  { base_path }: Pick<PageContext, "base_path">,
): string {
  return `${base_path}${page}?${page}_challenge=${encodeURIComponent(challenge)}`;
}
