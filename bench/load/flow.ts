import { hash } from "node:crypto";
import { authorization, photos } from "../subjects/subject.ts";
import type { Connection, Reply } from "./connection.ts";
import { type Dialect, dialects, type Step } from "./dialect.ts";
import { type ProofKey, signProof } from "./dpop-proof.ts";

/** Connections to the public and admin listener of a server. */
export interface ServerConnections {
  readonly url: string;
  readonly public: Connection;
  readonly admin: Connection;
}

/** The token response. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** Every flow signs in a new user: no real user has thousands of grants. */
let users = 0;

/** Requests in a flow: authorize, then twice (read, accept, redirect), redeem, userinfo. */
export const REQUESTS_IN_A_FLOW = 9;
/** The same with a pushed authorization request. */
export const REQUESTS_IN_A_PUSHED_FLOW = REQUESTS_IN_A_FLOW + 1;

const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const JSON_BODY = "Content-Type: application/json\r\n";
const PROOF = `Authorization: ${authorization}\r\n`;
const VERIFIER = "a-verifier-that-photos-makes-up-and-says-only-once";
const CHALLENGE = hash("sha256", VERIFIER, "base64url");

/** One code flow: a user signs in and consents, the client redeems the code and calls userinfo. */
export async function signIn(
  server: ServerConnections,
  dialect: Dialect,
  { pushed = false } = {},
): Promise<Tokens> {
  const subject = `user-${process.pid}-${(users += 1)}`;
  const cookies = new Map<string, string>();
  const query = authorizationQuery(dialect);
  const sent = pushed ? await push(server, query) : query;
  let location = await go(server, `${dialect.authorize}?${sent}`, cookies);
  for (const step of ["login", "consent"] as const) {
    location = await go(server, await handOff(step, location, subject, server, dialect), cookies);
  }
  const code = location.searchParams.get("code") ?? "";
  const { redirect_uri } = photos;
  const form = { grant_type: "authorization_code", code, redirect_uri, code_verifier: VERIFIER };
  const tokens = await askTokens(server, dialect, form);
  const bearer = `Authorization: Bearer ${tokens.access_token}\r\n`;
  const userinfo = await server.public.ask("GET", dialect.userinfo, bearer);
  expect(userinfo, 200, `"sub":"${subject}"`);
  return tokens;
}

/** Redeems a refresh token and returns its successor. */
export async function refresh(
  server: ServerConnections,
  dialect: Dialect,
  refresh_token: string,
): Promise<string> {
  const tokens = await askTokens(server, dialect, { grant_type: "refresh_token", refresh_token });
  if (tokens.refresh_token === refresh_token) throw new Error("The refresh token did not rotate.");
  return tokens.refresh_token;
}

/** Posts a form and expects 200. */
export async function postForm(
  { public: connection }: ServerConnections,
  path: string,
  form: string,
): Promise<void> {
  expect(await connection.ask("POST", path, FORM + PROOF, form), 200, "");
}

/** The same with a DPoP proof. */
export async function postWithProof(
  { url, public: connection }: ServerConnections,
  path: string,
  form: string,
  key: ProofKey,
): Promise<void> {
  const proof = `DPoP: ${signProof(key, `${url}${path}`)}\r\n`;
  expect(await connection.ask("POST", path, FORM + PROOF + proof, form), 200, '"DPoP"');
}

/** RFC 8693: exchanges an access token for one with another audience. */
export async function exchange(
  { public: connection }: ServerConnections,
  subject_token: string,
  audience: string,
): Promise<void> {
  const form = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token,
    subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    audience,
  });
  const { token } = dialects.latchkey;
  const reply = await connection.ask("POST", token, FORM + PROOF, form.toString());
  expect(reply, 200, '"issued_token_type"');
}

async function askTokens(
  server: ServerConnections,
  { token }: Dialect,
  form: Record<string, string>,
): Promise<Tokens> {
  const reply = await server.public.ask(
    "POST",
    token,
    FORM + PROOF,
    new URLSearchParams(form).toString(),
  );
  expect(reply, 200, '"refresh_token"');
  const tokens: Tokens = JSON.parse(reply.body);
  return tokens;
}

/** Reads and accepts the login or consent request; returns where the browser goes next. */
async function handOff(
  step: Step,
  location: URL,
  subject: string,
  { admin }: ServerConnections,
  dialect: Dialect,
): Promise<string> {
  expect(await admin.ask("GET", dialect.details(step, location), ""), 200, photos.client_id);
  const { method, path, body } = dialect.accept(step, location, subject);
  const accepted = await admin.ask(method, path, JSON_BODY, body);
  expect(accepted, 200, '"redirect_to"');
  const { redirect_to }: { redirect_to: string } = JSON.parse(accepted.body);
  const { pathname, search } = new URL(redirect_to);
  return pathname + search;
}

async function go(
  { url, public: connection }: ServerConnections,
  path: string,
  jar: Map<string, string>,
): Promise<URL> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await connection.ask("GET", path, cookie === "" ? "" : `Cookie: ${cookie}\r\n`);
  if (reply.status !== 302 && reply.status !== 303) expect(reply, 302, "");
  for (const pair of reply.cookies) {
    const equals = pair.indexOf("=");
    jar.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  return new URL(reply.location, url);
}

function authorizationQuery({ scope }: Dialect): URLSearchParams {
  const { client_id, redirect_uri } = photos;
  return new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri,
    scope,
    state: "where photos was",
    nonce: "a nonce of photos",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  });
}

/** RFC 9126: pushes a request and returns what the browser is sent with. */
async function push(
  { public: connection }: ServerConnections,
  query: URLSearchParams,
): Promise<URLSearchParams> {
  const reply = await connection.ask("POST", "/oauth2/par", FORM + PROOF, query.toString());
  expect(reply, 201, '"request_uri"');
  const { request_uri }: { request_uri: string } = JSON.parse(reply.body);
  return new URLSearchParams({ client_id: photos.client_id, request_uri });
}

function expect(reply: Reply, status: number, text: string): void {
  if (reply.status === status && reply.body.includes(text)) return;
  throw new Error(
    `Expected ${status} with ${text}, got ${reply.status}: ${reply.body.slice(0, 300)}`,
  );
}
