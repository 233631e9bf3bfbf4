import assert from "node:assert/strict";
import type {
  AcceptConsentRequest,
  AcceptLoginRequest,
  AuthorizationRequest,
  OAuth2TokenRequest,
  OAuth2TokenResponse,
} from "@latchkey/api";
import type { App } from "./app.ts";
import { type Browser, locationOf, openBrowser } from "./browser.ts";
import type { TestServer } from "./server.ts";

/** The server of the flow. */
type World = Pick<TestServer, "latchkey" | "fetch">;

/** Where users and apps differ from the defaults. */
export interface FlowOptions {
  readonly browser?: Browser;
  readonly params?: AuthorizationRequest;
  readonly login?: Partial<AcceptLoginRequest>;
  readonly consent?: AcceptConsentRequest;
}

/** The default request of an app: a code, with offline access. */
export function requestOf(app: App, params: AuthorizationRequest = {}): AuthorizationRequest {
  return {
    client_id: app.client_id,
    response_type: "code",
    redirect_uri: app.redirect_uri,
    scope: "openid offline",
    state: "where photos was",
    ...params,
  };
}

/** Sends the browser to the authorization endpoint. */
export function authorize(browser: Browser, params: AuthorizationRequest): Promise<Response> {
  const sent = Object.entries(params).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    sent.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );
  return browser.go(`http://public.test/oauth2/auth?${query}`);
}

/** The challenge with which a browser is sent to a provider. */
export function challengeOf(response: Response, provider: "login" | "consent" | "logout"): string {
  const challenge = locationOf(response).searchParams.get(`${provider}_challenge`);
  assert.ok(challenge, `no ${provider}_challenge in ${response.headers.get("location")}`);
  return challenge;
}

/** The login app accepts with alice, or with the subject of the options, and the browser returns. */
export async function passLogin(
  { latchkey }: World,
  browser: Browser,
  response: Response,
  answer: Partial<AcceptLoginRequest> = {},
): Promise<Response> {
  const login_challenge = challengeOf(response, "login");
  const body = { subject: "alice", ...answer };
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  return browser.go(redirect_to);
}

/** The consent app grants everything requested, or what the options name, and the browser returns. */
export async function passConsent(
  { latchkey }: World,
  browser: Browser,
  response: Response,
  answer: AcceptConsentRequest = {},
): Promise<Response> {
  const consent_challenge = challengeOf(response, "consent");
  const asked = await latchkey.getConsentRequest({ consent_challenge });
  const body = {
    grant_scope: asked.requested_scope,
    grant_access_token_audience: asked.requested_access_token_audience,
    ...answer,
  };
  const { redirect_to } = await latchkey.acceptConsentRequest({ consent_challenge, body });
  return browser.go(redirect_to);
}

/** A whole flow, from the app through login and consent; returns the redirect back to the app. */
export async function completeFlow(
  world: World,
  app: App,
  options: FlowOptions = {},
): Promise<Response> {
  const { browser = openBrowser(world), params, login, consent } = options;
  const asked = await authorize(browser, requestOf(app, params));
  const loggedIn = await passLogin(world, browser, asked, login);
  return passConsent(world, browser, loggedIn, consent);
}

/** A whole flow; returns the code that the app gets. */
export async function codeFor(world: World, app: App, options: FlowOptions = {}): Promise<string> {
  const { code } = (await answerOf(await completeFlow(world, app, options))).parameters;
  assert.ok(code, "the app got no code");
  return code;
}

/** A whole flow; returns the tokens that the app gets for its code. */
export async function signIn(
  world: World,
  app: App,
  options: FlowOptions = {},
): Promise<OAuth2TokenResponse> {
  const reply = await redeem(world, app, await codeFor(world, app, options));
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body;
}

/** Presents a code at the token endpoint; returns the response, successful or not. */
export function redeem(
  { latchkey }: Pick<World, "latchkey">,
  app: App,
  code: string,
  form: Partial<OAuth2TokenRequest> = {},
) {
  const { redirect_uri } = app;
  return askTokens(latchkey, app, {
    grant_type: "authorization_code",
    code,
    redirect_uri,
    ...form,
  });
}

/** Presents a refresh token at the token endpoint; returns the response, successful or not. */
export function refresh(
  { latchkey }: Pick<World, "latchkey">,
  app: App,
  refresh_token: string | undefined,
  form: Partial<OAuth2TokenRequest> = {},
) {
  assert.ok(refresh_token, "there is no refresh token");
  return askTokens(latchkey, app, { grant_type: "refresh_token", refresh_token, ...form });
}

function askTokens(
  latchkey: World["latchkey"],
  { client_id, authorization }: App,
  form: OAuth2TokenRequest,
) {
  return authorization === undefined
    ? latchkey.call("oauth2Token", { client_id, ...form })
    : latchkey.call("oauth2Token", form, { authorization });
}

/** An authorization response, as the app receives it. */
export interface AppAnswer {
  readonly place: "query" | "fragment" | "form_post";
  /** The redirect URI, without the response parameters. */
  readonly redirect_uri: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/** Parses the authorization response from the query, the fragment or the form. */
export async function answerOf(response: Response): Promise<AppAnswer> {
  if (response.status === 200) return readFormPost(await response.text());
  assert.equal(response.status, 302);
  const { hash, search, href } = locationOf(response);
  const text = hash === "" ? search : hash;
  return {
    place: hash === "" ? "query" : "fragment",
    redirect_uri: href.slice(0, href.length - text.length),
    parameters: Object.fromEntries(new URLSearchParams(text.slice(1))),
  };
}

function readFormPost(page: string): AppAnswer {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return {
    place: "form_post",
    redirect_uri: unescape(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? ""),
    parameters: Object.fromEntries(
      [...inputs].map(([, name = "", value = ""]) => [name, unescape(value)]),
    ),
  };
}

function unescape(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    lt: "<",
    gt: ">",
    quot: '"',
    "#39": "'",
    amp: "&",
  };
  return text.replaceAll(/&([\w#]+);/g, (entity, name: string) => entities[name] ?? entity);
}
