import type { OAuth2ClientInput } from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";
import { SYSTEM_SECRET, temporaryDirectory } from "../processes/databases.ts";
import { serve, type ServingProcess, type Surroundings } from "../processes/latchkey-process.ts";
import { type Browser, locationOf, openBrowser } from "./browser.ts";

/** Who all servers of one database say they are, wherever they listen. */
export const ISSUER = "http://127.0.0.1:4444";
export const CALLBACK = "https://photos.example/callback";
const SCOPE = "openid offline";

/** One of several servers on the same database, in a process of its own. */
export function startPeer(
  dsn: string,
  settings: Readonly<Record<string, string>> = {},
  limits: Pick<Surroundings, "timeout_ms" | "command"> = {},
): Promise<ServingProcess> {
  const shared = { dsn, "secrets.system": SYSTEM_SECRET, "urls.self.issuer": ISSUER };
  return serve({
    cwd: temporaryDirectory(),
    settings: { ...shared, "log.level": "error", ...settings },
    ...limits,
  });
}

/** A browser whose traffic goes wherever it is sent next: to another server of the same issuer, say. */
export function openPeerBrowser(
  peer: ServingProcess,
): Browser & { turnTo(other: ServingProcess): void } {
  let { public_url } = peer;
  const browser = openBrowser({
    fetch: (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return fetch(`${public_url}${pathname}${search}`, init);
    },
  });
  return { ...browser, turnTo: (other) => void ({ public_url } = other) };
}

/** Registers `photos`, which signs users in, and returns its authentication. */
export async function registerPhotos(
  latchkey: Client,
  description: OAuth2ClientInput = {},
): Promise<string> {
  const { client_id, client_secret = "" } = await latchkey.createOAuth2Client({
    body: {
      client_id: "photos",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      redirect_uris: [CALLBACK],
      scope: SCOPE,
      ...description,
    },
  });
  return basic(client_id, client_secret);
}

/** Sends the browser to `photos` by way of the login provider; answers the login challenge. */
export async function askToSignIn(browser: Browser): Promise<string> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: "photos",
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state: "a state of photos",
  });
  const response = await browser.go(`${ISSUER}/oauth2/auth?${query}`);
  return parameterOf(response, "login_challenge");
}

/** Alice logs in and is remembered; answers where her browser goes next. */
export async function logAliceIn(latchkey: Client, login_challenge: string): Promise<string> {
  const body = { subject: "alice", remember: true };
  return (await latchkey.acceptLoginRequest({ login_challenge, body })).redirect_to;
}

/** Alice allows all that was asked; answers where her browser goes next. */
export async function letAliceConsent(
  latchkey: Client,
  consent_challenge: string,
): Promise<string> {
  const body = { grant_scope: SCOPE.split(" ") };
  return (await latchkey.acceptConsentRequest({ consent_challenge, body })).redirect_to;
}

/** The whole way: alice signs in and consents, and here is the code. */
export async function codeOfAlice(browser: Browser, latchkey: Client): Promise<string> {
  const login_challenge = await askToSignIn(browser);
  const loggedIn = await browser.go(await logAliceIn(latchkey, login_challenge));
  const consent_challenge = parameterOf(loggedIn, "consent_challenge");
  const consented = await browser.go(await letAliceConsent(latchkey, consent_challenge));
  return parameterOf(consented, "code");
}

/** A parameter of the place that a response sends the browser to. */
export function parameterOf(response: Response, name: string): string {
  const location = locationOf(response);
  const value = location.searchParams.get(name);
  if (value === null) throw new Error(`No ${name} in ${location.href}`);
  return value;
}
