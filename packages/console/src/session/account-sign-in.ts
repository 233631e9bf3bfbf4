/** Signs a user in with the server's own OpenID Connect: the console is a public client of it, with PKCE. */

import { bearer, createClient } from "@latchkey/client";
import { codeChallenge, randomText } from "../pages/callback/test-flow.ts";
import { ownPage } from "./own-page.ts";
import { tabStorage } from "./tab-storage.ts";

const CLIENT_ID = "latchkey-console";
const STORAGE_KEY = "latchkey.console.sign_in";

/** What the return needs of the request: it stays in this tab. */
interface SignInAttempt {
  readonly state: string;
  readonly code_verifier: string;
  /** The page of the console that the user came from. */
  readonly return_to: string;
}

/** Where the server returns the user. */
function redirectUri(): string {
  return `${location.origin}/console/signed-in`;
}

/** The admin listener serves what clients call, too. It sends no cookie, and needs none. */
function connectAsClient() {
  const fetchWithoutCookies: typeof fetch = (url, init) =>
    fetch(url, { ...init, credentials: "omit" });
  return createClient({ admin: "", public: "", fetch: fetchWithoutCookies });
}

/** Begins to sign in. Returns the URL to go to. */
export async function startSignIn(): Promise<string> {
  const { authorization_endpoint } = await connectAsClient().discoverOpenIDConfiguration();
  if (authorization_endpoint === undefined)
    throw new Error("The server has no authorization endpoint.");
  const [state, code_verifier] = [randomText(), randomText()];
  const return_to = location.pathname + location.search;
  const attempt: SignInAttempt = { state, code_verifier, return_to };
  tabStorage.set(STORAGE_KEY, JSON.stringify(attempt));
  const url = new URL(authorization_endpoint);
  const parameters = {
    client_id: CLIENT_ID,
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: "openid",
    state,
    code_challenge: await codeChallenge(code_verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Completes it: the code becomes an access token, and that the cookie of a session. Returns the page to go on with. */
export async function completeSignIn(query: URLSearchParams): Promise<string> {
  const attempt = takeAttempt(query.get("state"));
  const error = query.get("error_description") ?? query.get("error");
  if (error !== null) throw new Error(error);
  const code = query.get("code");
  if (attempt === undefined || code === null)
    throw new Error("This sign-in was not started in this tab, or was completed already.");
  const latchkey = connectAsClient();
  const { access_token } = await latchkey.oauth2Token({
    grant_type: "authorization_code",
    client_id: CLIENT_ID,
    redirect_uri: redirectUri(),
    code,
    code_verifier: attempt.code_verifier,
  });
  await createClient({ admin: "" }).createOperatorSession(
    { body: { cookie: true } },
    { authorization: bearer(access_token) },
  );
  return ownPage(attempt.return_to, location.origin);
}

/** The attempt with this state, which is used once. */
function takeAttempt(state: string | null): SignInAttempt | undefined {
  const stored = tabStorage.get(STORAGE_KEY);
  if (stored === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only startSignIn writes it.
  const attempt = JSON.parse(stored) as SignInAttempt;
  if (attempt.state !== state) return undefined;
  tabStorage.remove(STORAGE_KEY);
  return attempt;
}
