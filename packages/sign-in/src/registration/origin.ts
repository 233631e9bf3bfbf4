import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import type { PageRequest } from "../http/exchange.ts";
import type { PageContext } from "../page-context.ts";
import type { RegistrationOrigin } from "./registration-service.ts";

/** The login request in which a user registers, with a token that only this browser can make good on. */
export function originOf(
  login_challenge: string,
  request: PageRequest,
  context: PageContext,
): RegistrationOrigin {
  const { csrf } = issueCsrfToken(scopeOf(login_challenge), request, context);
  return { login_challenge, browser: csrf };
}

/**
 * Whether the user followed the link in the browser in which they asked for it. In any other, the login request stays as it is:
 * who started it would be signed in as the user.
 */
export function isSameBrowser(
  { login_challenge, browser }: RegistrationOrigin,
  request: PageRequest,
  context: PageContext,
): boolean {
  return verifyCsrfToken(scopeOf(login_challenge), browser, request, context) === undefined;
}

function scopeOf(login_challenge: string): string {
  return JSON.stringify(["registration origin", login_challenge]);
}
