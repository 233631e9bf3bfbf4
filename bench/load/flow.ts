import { hash } from "node:crypto";
import { authorization, photos } from "../contenders/contender.ts";
import type { Connection, Reply } from "./connection.ts";
import type { Dialect, Step } from "./dialect.ts";

/** The two sides of a server, as a person's browser and the apps behind it reach them. */
export interface Doors {
  readonly url: string;
  readonly public: Connection;
  readonly admin: Connection;
}

/** What photos has in hand at the end. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** Everybody signs in once, as in life: no person has thousands of grants. */
let people = 0;

/** Requests in a flow: authorize, then twice (look, accept, go on), redeem, userinfo. */
export const REQUESTS_IN_A_FLOW = 9;

const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const JSON_BODY = "Content-Type: application/json\r\n";
const PROOF = `Authorization: ${authorization}\r\n`;
const VERIFIER = "a-verifier-that-photos-makes-up-and-says-only-once";
const CHALLENGE = hash("sha256", VERIFIER, "base64url");

/** Somebody signs in to photos, allows what it asks for, and photos redeems its code and asks who they are. */
export async function signIn(doors: Doors, dialect: Dialect): Promise<Tokens> {
  const subject = `person-${process.pid}-${(people += 1)}`;
  const cookies = new Map<string, string>();
  let location = await go(doors, authorizationPath(dialect), cookies);
  for (const step of ["login", "consent"] as const) {
    location = await go(doors, await handOff(step, location, subject, doors, dialect), cookies);
  }
  const code = location.searchParams.get("code") ?? "";
  const { redirect_uri } = photos;
  const form = { grant_type: "authorization_code", code, redirect_uri, code_verifier: VERIFIER };
  const tokens = await askTokens(doors, dialect, form);
  const bearer = `Authorization: Bearer ${tokens.access_token}\r\n`;
  const userinfo = await doors.public.ask("GET", dialect.userinfo, bearer);
  expect(userinfo, 200, `"sub":"${subject}"`);
  return tokens;
}

/** Spends a refresh token and answers the next. */
export async function refresh(
  doors: Doors,
  dialect: Dialect,
  refresh_token: string,
): Promise<string> {
  const tokens = await askTokens(doors, dialect, { grant_type: "refresh_token", refresh_token });
  if (tokens.refresh_token === refresh_token) throw new Error("The refresh token did not rotate.");
  return tokens.refresh_token;
}

/** A form as the floor reads it: what everything else is measured against. */
export async function postForm({ public: door }: Doors, path: string, form: string): Promise<void> {
  expect(await door.ask("POST", path, FORM + PROOF, form), 200, "");
}

async function askTokens(
  doors: Doors,
  { token }: Dialect,
  form: Record<string, string>,
): Promise<Tokens> {
  const reply = await doors.public.ask(
    "POST",
    token,
    FORM + PROOF,
    new URLSearchParams(form).toString(),
  );
  expect(reply, 200, '"refresh_token"');
  const tokens: Tokens = JSON.parse(reply.body);
  return tokens;
}

/** The app looks at what is asked and says yes; answers where the browser goes next. */
async function handOff(
  step: Step,
  location: URL,
  subject: string,
  { admin }: Doors,
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
  { url, public: door }: Doors,
  path: string,
  jar: Map<string, string>,
): Promise<URL> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await door.ask("GET", path, cookie === "" ? "" : `Cookie: ${cookie}\r\n`);
  if (reply.status !== 302 && reply.status !== 303) expect(reply, 302, "");
  for (const pair of reply.cookies) {
    const equals = pair.indexOf("=");
    jar.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  return new URL(reply.location, url);
}

function authorizationPath({ authorize, scope }: Dialect): string {
  const { client_id, redirect_uri } = photos;
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri,
    scope,
    state: "where photos was",
    nonce: "a nonce of photos",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  });
  return `${authorize}?${query}`;
}

function expect(reply: Reply, status: number, text: string): void {
  if (reply.status === status && reply.body.includes(text)) return;
  throw new Error(
    `Expected ${status} with ${text}, got ${reply.status}: ${reply.body.slice(0, 300)}`,
  );
}
