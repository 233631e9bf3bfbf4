import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { readCookies, writeCookie } from "./cookies.ts";
import type { PageRequest } from "./exchange.ts";

/** Keys the CSRF tokens and decides the cookie's name. */
export interface CsrfOptions {
  /** The first signs, all verify. */
  readonly cookie_secrets: readonly string[];
  readonly secure_cookies: boolean;
}

/** The token to embed in a form, and the cookie to set if the browser does not have it yet. */
export interface CsrfToken {
  readonly csrf: string;
  readonly set_cookie: string | undefined;
}

/** Why a submitted form is rejected. */
export type CsrfRejection = "cookie_missing" | "token_mismatch";

/**
 * Signed double-submit cookie: the token is an HMAC over the browser's cookie and the challenge. One cookie serves all tabs; a
 * token is valid for one challenge only.
 */
export function issueCsrfToken(
  challenge: string,
  request: PageRequest,
  options: CsrfOptions,
): CsrfToken {
  const known = readBrowserId(request, options);
  const browser = known ?? randomBytes(16).toString("base64url");
  return {
    csrf: tokensFor(challenge, browser, options)[0] ?? "",
    set_cookie: known === undefined ? writeBrowserId(browser, options) : undefined,
  };
}

/** Returns undefined if the form comes from the browser it was rendered for. */
export function verifyCsrfToken(
  challenge: string,
  csrf: string | null,
  request: PageRequest,
  options: CsrfOptions,
): CsrfRejection | undefined {
  const browser = readBrowserId(request, options);
  if (browser === undefined) return "cookie_missing";

  const given = Buffer.from(csrf ?? "");
  const isSame = tokensFor(challenge, browser, options).some((token) => {
    const expected = Buffer.from(token);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSame ? undefined : "token_mismatch";
}

/** One for each secret. */
function tokensFor(
  challenge: string,
  browser: string,
  { cookie_secrets }: CsrfOptions,
): readonly string[] {
  const text = JSON.stringify(["sign-in form", browser, challenge]);
  return cookie_secrets.map((secret) =>
    createHmac("sha256", secret).update(text).digest("base64url"),
  );
}

/** Skips malformed values, so that a cookie of the same name set for a subpath cannot lock the user out. */
function readBrowserId(request: PageRequest, options: CsrfOptions): string | undefined {
  const name = cookieName(options);
  return readCookies(request.headers["cookie"]).find(
    (cookie) => cookie.name === name && BROWSER_ID.test(cookie.value),
  )?.value;
}

/** `SameSite=Lax`: the page is reached by a redirect from another site and must receive the cookie it set earlier. */
function writeBrowserId(browser: string, options: CsrfOptions): string {
  return writeCookie(cookieName(options), browser, {
    secure: options.secure_cookies,
    same_site: "Lax",
  });
}

/** RFC 6265bis §4.1.3.2: browsers accept a `__Host-` cookie only from this host, so no other subdomain can set it. */
function cookieName({ secure_cookies }: CsrfOptions): string {
  return secure_cookies ? "__Host-latchkey_sign_in" : "latchkey_sign_in";
}

const BROWSER_ID = /^[\w-]{22}$/;
