import assert from "node:assert/strict";
import type {
  OAuth2ClientInput,
  OAuth2TokenRequest,
  OAuth2TokenResponse,
  OperatorInput,
} from "@latchkey/api";
import { type App, registerApp } from "./app.ts";
import { signIn } from "./flow.ts";
import { startTestServer, type TestServer } from "./server.ts";

export const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
export const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
export const SUBJECT = "urn:latchkey:params:oauth:token-type:subject";
export const password = "correct horse battery staple";
export const REASON = "Ticket 4711: an order is missing";

/** A server where dana of the support may act for alice, with the client desk. */
export interface SupportWorld extends TestServer {
  readonly desk: App;
  /** Subjects, by username. */
  readonly users: { readonly alice: string; readonly dana: string; readonly oscar: string };
}

export const withSupport = {
  client_id: "desk",
  client_name: "Desk",
  grant_types: ["authorization_code", "refresh_token", "client_credentials", TOKEN_EXCHANGE],
  scope: "openid offline albums.read albums.write vault:there",
  support_access: true,
} satisfies OAuth2ClientInput;

export async function startSupport({
  settings = {},
  client = {},
  dana = {},
}: {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly client?: OAuth2ClientInput;
  readonly dana?: Partial<OperatorInput>;
} = {}): Promise<SupportWorld> {
  const world = await startTestServer(settings);
  const { latchkey } = world;
  const add = async (username: string): Promise<string> =>
    (await latchkey.createAccount({ body: { username, password } })).subject;
  const users = {
    alice: await add("alice"),
    dana: await add("dana"),
    oscar: await add("oscar"),
  };
  await latchkey.addOperator({
    body: { username: "dana", name: "Dana", role: "viewer", acts_for_users: true, ...dana },
  });
  await latchkey.addOperator({ body: { username: "oscar", role: "viewer" } });
  const desk = await registerApp(latchkey, { ...withSupport, ...client });
  return { ...world, desk, users };
}

/** The tokens that desk has when a user signs in: dana, unless another is named. */
export function signInTo(
  world: SupportWorld,
  { app = world.desk, subject = world.users.dana, scope = "openid offline albums.read" } = {},
): Promise<OAuth2TokenResponse> {
  return signIn(world, app, { params: { scope }, login: { subject } });
}

/** Requests a token for alice as dana, or what the wishes say; returns the response, successful or not. */
export async function askSupport(
  world: SupportWorld,
  wishes: Partial<OAuth2TokenRequest> = {},
  { authorization }: Pick<App, "authorization"> = world.desk,
) {
  const actor_token = wishes.actor_token ?? (await signInTo(world)).access_token;
  const input = {
    grant_type: TOKEN_EXCHANGE,
    subject_token: world.users.alice,
    subject_token_type: SUBJECT,
    actor_token,
    actor_token_type: ACCESS_TOKEN,
    reason: REASON,
    scope: "albums.read",
    ...wishes,
  };
  return world.latchkey.call("oauth2Token", input, { ...(authorization && { authorization }) });
}

export async function actForAlice(
  world: SupportWorld,
  wishes: Partial<OAuth2TokenRequest> = {},
): Promise<OAuth2TokenResponse> {
  const reply = await askSupport(world, wishes);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body;
}

/** What the server says of a token. */
export function introspect({ latchkey }: SupportWorld, token: string) {
  return latchkey.introspectOAuth2Token({ token });
}
