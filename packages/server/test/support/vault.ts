import assert from "node:assert/strict";
import type {
  IdentityProviderInput,
  OAuth2ClientInput,
  OAuth2TokenRequest,
  OAuth2TokenResponse,
} from "@latchkey/api";
import type { App } from "./app.ts";
import {
  type FederatedWorld,
  openTraveller,
  startFederation,
  type Traveller,
} from "./federation.ts";
import { signIn } from "./flow.ts";
import type { TestServer } from "./server.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
export const PROVIDER_TOKEN = "urn:latchkey:params:oauth:token-type:provider-access-token";

/** What photos needs to get the tokens of the provider. */
export const withRight = {
  scope: "openid offline vault:there",
  grant_types: ["authorization_code", "refresh_token", "client_credentials", TOKEN_EXCHANGE],
  vault_providers: ["there"],
} satisfies OAuth2ClientInput;

/** A server that keeps the tokens of another one, where alice has signed in once. */
export interface VaultWorld extends FederatedWorld {
  readonly alice: Traveller;
  /** Her subject here. */
  readonly subject: string;
}

export async function startVault(
  provider: Omit<IdentityProviderInput, "id"> = {},
  {
    client = {},
    settings = {},
  }: {
    readonly client?: OAuth2ClientInput;
    readonly settings?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<VaultWorld> {
  const world = await startFederation(
    {
      create_accounts: "always",
      keep_tokens: true,
      scope: ["openid", "profile", "email", "offline_access"],
      ...provider,
    },
    { client: { ...withRight, ...client }, settings },
  );
  const alice = openTraveller(world);
  await alice.signIn("/account");
  const [account] = await world.latchkey.listAccounts({});
  assert.ok(account);
  return { ...world, alice, subject: account.subject };
}

/** Tokens of an app for a user: alice, or another subject. */
export function tokensFor(
  world: TestServer & { readonly subject: string },
  app: App,
  { subject = world.subject, scope = "openid offline vault:there" } = {},
): Promise<OAuth2TokenResponse> {
  return signIn(world, app, { params: { scope }, login: { subject } });
}

/** Requests the provider's access token; returns the response, successful or not. */
export function askVault(
  { latchkey }: Pick<TestServer, "latchkey">,
  { authorization }: Pick<App, "authorization">,
  wishes: Partial<OAuth2TokenRequest>,
) {
  const input = {
    grant_type: TOKEN_EXCHANGE,
    subject_token_type: ACCESS_TOKEN,
    requested_token_type: PROVIDER_TOKEN,
    audience: "there",
    ...wishes,
  };
  return latchkey.call("oauth2Token", input, { ...(authorization && { authorization }) });
}

/** The provider's access token for alice, with which photos acts. */
export async function takeFromVault(
  world: VaultWorld,
  at: Pick<TestServer, "latchkey"> = world,
): Promise<OAuth2TokenResponse> {
  const { access_token: subject_token } = await tokensFor(world, world.photos);
  const reply = await askVault(at, world.photos, { subject_token });
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body;
}

/** The user whose token it is at the provider. */
export async function whoIs({ there }: FederatedWorld, access_token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${access_token}` };
  const response = await there.fetch("http://public.test/userinfo", { headers });
  return response.status === 200 ? (await response.json()).name : response.status;
}
