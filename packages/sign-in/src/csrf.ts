import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import type { PageRequest } from "./exchange.ts";

/** What ties a form to the browser it was sent to. */
export interface CsrfOptions {
  readonly cookie_secret: string;
  readonly secure_cookies: boolean;
}

/** A form about to be shown: the token it must bring back, and the cookie to set if the browser has none. */
export interface FormTicket {
  readonly csrf: string;
  readonly set_cookie: string | undefined;
}

/** Why a form is not believed. */
export type CsrfRejection = "cookie_missing" | "token_mismatch";

/** One cookie serves every tab; the token is for one challenge alone. */
export function issueTicket(
  challenge: string,
  request: PageRequest,
  options: CsrfOptions,
): FormTicket {
  const known = readCookie(request, options);
  const browser = known ?? randomBytes(16).toString("base64url");
  // Lax, because the page is reached by a redirect from another site and must see the cookie it set before.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${options.secure_cookies ? "; Secure" : ""}`;
  return {
    csrf: tokenFor(challenge, browser, options),
    set_cookie:
      known === undefined ? `${cookieName(options)}=${browser}; ${attributes}` : undefined,
  };
}

/** Undefined when the form comes from the browser it was sent to. */
export function verifyTicket(
  challenge: string,
  csrf: string | null,
  request: PageRequest,
  options: CsrfOptions,
): CsrfRejection | undefined {
  const browser = readCookie(request, options);
  if (browser === undefined) return "cookie_missing";

  const expected = Buffer.from(tokenFor(challenge, browser, options));
  const given = Buffer.from(csrf ?? "");
  const same = given.length === expected.length && timingSafeEqual(given, expected);
  return same ? undefined : "token_mismatch";
}

function tokenFor(challenge: string, browser: string, { cookie_secret }: CsrfOptions): string {
  return createHmac("sha256", cookie_secret)
    .update(JSON.stringify(["sign-in form", browser, challenge]))
    .digest("base64url");
}

function readCookie(request: PageRequest, options: CsrfOptions): string | undefined {
  const name = cookieName(options);
  const pairs = (request.headers["cookie"] ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key, value = ""]) => key === name && BROWSER.test(value))?.[1];
}

/** With the prefix no neighbouring subdomain can plant one. */
function cookieName({ secure_cookies }: CsrfOptions): string {
  return secure_cookies ? "__Host-latchkey_sign_in" : "latchkey_sign_in";
}

const BROWSER = /^[\w-]{22}$/;
