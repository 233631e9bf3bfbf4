import assert from "node:assert/strict";
import type {
  AcceptWorkspaceConsentRequest,
  Integration,
  IntegrationInput,
  Workspace,
  WorkspaceMember,
} from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";
import { type Browser, locationOf, openBrowser } from "../support/browser.ts";
import { challengeOf, passLogin } from "../support/flow.ts";
import type { TestServer } from "../support/server.ts";
import { parameterOf } from "../support/processes.ts";

/** The server that integrations come to. */
export type World = Pick<TestServer, "latchkey" | "fetch">;

/** Limits so high that a test which is not about them never reaches them. */
export const highLimits = {
  "workspace.rate_limit.requests": 100_000,
  "workspace.rate_limit.failed_authentications": 100_000,
};

export const CALLBACK = "https://photos.example/callback";

/** An integration and its authentication. */
export interface App extends Integration {
  readonly authorization: string;
}

/** The workspace Wonderland, its members, and an integration that is not installed yet. */
export interface WorkspaceSetUp {
  readonly workspace: Workspace;
  readonly alice: WorkspaceMember;
  readonly bob: WorkspaceMember;
  readonly photos: App;
}

/** Creates a workspace with alice as its administrator and bob, and registers photos. */
export async function setUpWorkspace(
  latchkey: Client,
  description: IntegrationInput = {},
): Promise<WorkspaceSetUp> {
  const workspace = await latchkey.createWorkspace({
    body: {
      name: "Wonderland",
      icon: "https://wonderland.example/icon.png",
      resources: [{ id: PAGE, title: "Tea party" }],
    },
  });
  const { id } = workspace;
  const alice = await latchkey.createWorkspaceMember({
    id,
    body: {
      subject: "alice",
      role: "admin",
      name: "Alice Liddell",
      avatar_url: "https://wonderland.example/alice.png",
      email: "alice@wonderland.example",
    },
  });
  const bob = await latchkey.createWorkspaceMember({ id, body: { subject: "bob" } });
  return { workspace, alice, bob, photos: await registerIntegration(latchkey, description) };
}

/** The one page of Wonderland. */
export const PAGE = "7e57ab1e-0000-4000-8000-00000000cafe";

/** Registers photos, which reads content and no names, unless its description says otherwise. */
export async function registerIntegration(
  latchkey: Client,
  description: IntegrationInput = {},
): Promise<App> {
  const integration = await latchkey.createIntegration({
    body: {
      name: "Photos",
      redirect_uris: [CALLBACK],
      capabilities: ["read_content"],
      ...description,
    },
  });
  const { client_id, client_secret = "" } = integration;
  return { ...integration, authorization: basic(client_id, client_secret) };
}

/** Replaces an integration by itself with something changed. */
export async function changeIntegration(
  latchkey: Client,
  { id }: Pick<Integration, "id">,
  change: IntegrationInput,
): Promise<Integration> {
  const present = await latchkey.getIntegration({ id });
  return latchkey.updateIntegration({ id, body: { ...present, ...change } });
}

/** Where a user or an integration differs from the defaults. */
export interface AuthorizationOptions {
  readonly browser?: Browser;
  readonly subject?: string;
  /** Beside the client_id, or instead of what is usual; undefined leaves a parameter out. */
  readonly params?: Readonly<Record<string, string | undefined>>;
  readonly consent?: Partial<AcceptWorkspaceConsentRequest>;
}

/** Sends a browser to the authorization endpoint. */
export function openAuthorization(
  browser: Browser,
  { client_id }: Pick<App, "client_id">,
  params: AuthorizationOptions["params"] = {},
): Promise<Response> {
  const asked = {
    client_id,
    redirect_uri: CALLBACK,
    response_type: "code",
    owner: "user",
    state: "where photos was",
    ...params,
  };
  const sent = Object.entries(asked).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(sent);
  return browser.go(`http://public.test/v1/oauth/authorize?${query}`);
}

/** Authorization and login, up to the choice of a workspace. */
export async function reachConsent(
  world: World,
  app: Pick<App, "client_id">,
  { browser = openBrowser(world), subject = "alice", params }: AuthorizationOptions = {},
): Promise<{ readonly browser: Browser; readonly consent_challenge: string }> {
  const asked = await openAuthorization(browser, app, params);
  const loggedIn = await passLogin(world, browser, asked, { subject });
  return { browser, consent_challenge: challengeOf(loggedIn, "consent") };
}

/** All the way, up to what sends the browser back to the integration. */
export async function walk(
  world: World,
  app: Pick<App, "client_id">,
  options: AuthorizationOptions = {},
): Promise<Response> {
  const { browser, consent_challenge } = await reachConsent(world, app, options);
  const { choices } = await world.latchkey.getWorkspaceConsentRequest({ consent_challenge });
  const [choice] = choices;
  assert.ok(choice !== undefined, "there is no workspace to choose");
  const body = { workspace_id: choice.workspace.id, ...options.consent };
  const { redirect_to } = await world.latchkey.acceptWorkspaceConsentRequest({
    consent_challenge,
    body,
  });
  return browser.go(redirect_to);
}

/** All the way, to the code. */
export async function authorize(
  world: World,
  app: Pick<App, "client_id">,
  options: AuthorizationOptions = {},
): Promise<string> {
  return parameterOf(await walk(world, app, options), "code");
}

/** The parameters of the authorization response that the integration gets. */
export function responseParameters(response: Response): Readonly<Record<string, string>> {
  assert.equal(response.status, 302);
  return Object.fromEntries(locationOf(response).searchParams);
}
