import type { EndSessionRequest } from "@latchkey/api";
import type { TestBrowser } from "./browser.ts";
import { type SignInContext, urlBelow } from "./sign-in.ts";

/** The browser whose session ends, and the parameters of RP-initiated logout. */
export interface SignOutOptions extends Omit<EndSessionRequest, "logout_verifier"> {
  /** One that signed in with `login: { remember: true }`: without a session there is nothing to end. */
  readonly browser: TestBrowser;
}

/** Ends the session of a browser, confirming where the user would be asked. Returns the last response. */
export async function signOut(
  { browser, ...parameters }: SignOutOptions,
  { issuer, server }: Pick<SignInContext, "issuer" | "server">,
): Promise<Response> {
  const url = new URL(urlBelow(issuer, "/oauth2/sessions/logout"));
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  const response = await browser.fetch(url);
  const location = URL.parse(response.headers.get("location") ?? "", url);
  const logout_challenge = location?.searchParams.get("logout_challenge");
  if (!logout_challenge) return response;
  const { redirect_to } = await server.latchkey.acceptLogoutRequest({ logout_challenge });
  return browser.fetch(redirect_to);
}
