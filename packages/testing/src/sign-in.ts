import { createHash, randomBytes } from "node:crypto";
import type {
  AcceptConsentRequest,
  AcceptLoginRequest,
  AuthorizationRequest,
  OAuth2TokenResponse,
} from "@latchkey/api";
import { accountsOf } from "@latchkey/identity/accounts";
import { decodeJwt, type DescribedResponse, type Server } from "@latchkey/server/testing";
import { acceptanceOf, chooseAll } from "@latchkey/sign-in";
import type { TestBrowser } from "./browser.ts";
import { credentialsOf, type TestClient } from "./clients.ts";
import type { TestClock } from "./clock.ts";
import type { TestUser } from "./users.ts";

/** Who signs in to which client, and what the client asks for. */
export interface SignInOptions extends Omit<
  AuthorizationRequest,
  "client_id" | "response_type" | "code_challenge" | "code_challenge_method" | "resource"
> {
  /** The client that the user signs in to. */
  readonly client: TestClient;
  /** A user, or the subject of one that has no account here. */
  readonly user: Pick<TestUser, "subject"> | string;
  /** RFC 8707: the resources that the access token is for. */
  readonly resource?: string | readonly string[];
  /** A browser that stays signed in from one call to the next; a new one when left out. */
  readonly browser?: TestBrowser;
  /** What the login page answers beside the subject, such as `acr`, `amr` or `remember`. */
  readonly login?: Partial<AcceptLoginRequest>;
  /** What the consent page answers; it grants everything that was asked for when left out. */
  readonly consent?: AcceptConsentRequest;
}

/** The tokens of a sign-in, and the claims of its ID token. */
export interface SignedIn extends OAuth2TokenResponse {
  /** The claims of the ID token. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The authorization server refused a sign-in. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  /** The code of the error, such as `invalid_scope`. */
  readonly error: string;
  /** What was wrong, in a sentence. */
  readonly error_description: string;

  constructor(error: string, error_description: string) {
    super(`${error}: ${error_description}`);
    this.error = error;
    this.error_description = error_description;
  }
}

/** What a sign-in needs of the test server. */
export interface SignInContext {
  readonly issuer: string;
  readonly fetch: typeof fetch;
  readonly server: Pick<Server, "context" | "latchkey">;
  readonly clock: TestClock;
  readonly events: readonly DescribedResponse[];
}

/** Login, consent and the way back, with room for redirects within the server. */
const MAX_STEPS = 10;

/** Signs in without a browser, through every step that one would take, and redeems the code. */
export async function signIn(
  options: SignInOptions,
  browser: TestBrowser,
  context: SignInContext,
): Promise<SignedIn> {
  const { client, resource = [] } = options;
  const redirect_uri = options.redirect_uri ?? client.redirect_uris[0];
  if (redirect_uri === undefined)
    throw new TypeError("The client has no redirect URI to come back to.");
  const code_verifier = randomBytes(32).toString("base64url");
  const url = authorizationUrl({ ...options, redirect_uri }, code_verifier, context.issuer);
  const code = await authorize(url, redirect_uri, options, browser, context);
  const form = { grant_type: "authorization_code", code, redirect_uri, code_verifier };
  return redeem(client, new URLSearchParams(form), [resource].flat(), context);
}

/** Options that are not parameters of the authorization request, or are added one by one. */
const notSent = new Set(["client", "user", "resource", "browser", "login", "consent"]);

function authorizationUrl(options: SignInOptions, code_verifier: string, issuer: string): URL {
  const { client, resource = [] } = options;
  const parameters = Object.entries(options).filter(([name]) => !notSent.has(name));
  const url = new URL(urlBelow(issuer, "/oauth2/auth"));
  const sent: Readonly<Record<string, string | number | undefined>> = {
    scope: "openid",
    state: randomBytes(16).toString("base64url"),
    ...Object.fromEntries(parameters),
    client_id: client.client_id,
    response_type: "code",
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(sent))
    if (value !== undefined) url.searchParams.set(name, String(value));
  for (const one of [resource].flat()) url.searchParams.append("resource", one);
  return url;
}

async function authorize(
  start: URL,
  redirect_uri: string,
  options: SignInOptions,
  browser: TestBrowser,
  context: SignInContext,
): Promise<string> {
  let url = start;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const response = await browser.fetch(url);
    const location = response.headers.get("location");
    if (location === null) throw refusalOf(response, context);
    const next = new URL(location, url);
    const { searchParams } = next;
    if (isAt(next, redirect_uri)) return codeIn(searchParams);
    const login_challenge = searchParams.get("login_challenge");
    const consent_challenge = searchParams.get("consent_challenge");
    if (searchParams.has("error")) throw errorIn(searchParams);
    if (login_challenge !== null) url = await acceptLogin(login_challenge, options, context);
    else if (consent_challenge !== null)
      url = await acceptConsent(consent_challenge, options, context);
    else url = next;
  }
  throw new Error(`The sign-in was redirected more than ${MAX_STEPS} times.`);
}

async function acceptLogin(
  login_challenge: string,
  { user, login }: SignInOptions,
  { server: { latchkey } }: SignInContext,
): Promise<URL> {
  const subject = typeof user === "string" ? user : user.subject;
  const body = { subject, ...login };
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  return new URL(redirect_to);
}

/** Grants what was asked for, with the claims that the built-in consent page releases. */
async function acceptConsent(
  consent_challenge: string,
  { consent }: SignInOptions,
  { server }: SignInContext,
): Promise<URL> {
  const { latchkey } = server;
  const asked = await latchkey.getConsentRequest({ consent_challenge });
  const scope = consent?.grant_scope ?? asked.requested_scope;
  const profile = await accountsOf(server).profile(asked.subject);
  const body = { ...acceptanceOf(asked, { ...chooseAll(asked), scope }, profile), ...consent };
  const { redirect_to } = await latchkey.acceptConsentRequest({ consent_challenge, body });
  return new URL(redirect_to);
}

async function redeem(
  client: TestClient,
  form: URLSearchParams,
  resource: readonly string[],
  context: SignInContext,
): Promise<SignedIn> {
  const { issuer, clock, fetch: send } = context;
  for (const one of resource) form.append("resource", one);
  const url = urlBelow(issuer, "/oauth2/token");
  const credentials = await credentialsOf(client, issuer, clock.now);
  for (const [name, value] of Object.entries(credentials.form ?? {})) form.set(name, value);
  const { headers = {} } = credentials;
  const response = await send(url, { method: "POST", headers, body: form });
  if (!response.ok) throw refusalOf(response, context);
  const tokens: OAuth2TokenResponse = JSON.parse(await response.text());
  const claims = decodeJwt(tokens.id_token ?? "")?.claims ?? {};
  return { ...tokens, claims };
}

/** The URL of a path below an issuer, which may end with a slash. */
export function urlBelow(issuer: string, path: string): string {
  return issuer.replace(/\/$/, "") + path;
}

function isAt({ origin, pathname }: URL, redirect_uri: string): boolean {
  const target = new URL(redirect_uri);
  return origin === target.origin && pathname === target.pathname;
}

function codeIn(parameters: URLSearchParams): string {
  const code = parameters.get("code");
  if (code === null) throw errorIn(parameters);
  return code;
}

function errorIn(parameters: URLSearchParams): SignInError {
  return new SignInError(
    parameters.get("error") ?? "server_error",
    parameters.get("error_description") ?? "The response has neither a code nor an error.",
  );
}

/** The error of a response that is not a redirect: JSON, or a page. */
function refusalOf(response: Response, { events }: SignInContext): SignInError {
  const request_id = response.headers.get("x-request-id");
  const event = events.findLast((one) => one.request_id === request_id);
  return new SignInError(
    event?.error ?? "server_error",
    event?.error_description ?? `The server answered ${response.status}.`,
  );
}
