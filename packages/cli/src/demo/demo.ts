import type { Client } from "@latchkey/client";
import { keptMailsOf } from "@latchkey/identity/accounts";
import type { Config, RunningServer } from "@latchkey/server";

import { type RunningDemoClient, startDemoClient } from "./demo-client.ts";
import { demoRegistration } from "./registration.ts";
import { createWorkspaces, type IntegrationCredentials, registerIntegration } from "./demo-data.ts";

/** The demo app and the account to sign in with. */
export interface Demo extends RunningDemoClient {
  readonly username: string;
  readonly password: string;
}

const CLIENT_ID = "demo";
const alice = { username: "alice", password: "wonderland" };

type DemoServer = Pick<RunningServer, "context" | "latchkey" | "public_url" | "api_urls">;

/** Starts the demo app and creates what it needs, unless it exists: an account, a client, workspaces and an integration. */
export async function startDemo(server: DemoServer, config: Config): Promise<Demo> {
  const issuer = config["urls.self.issuer"];
  const public_url = config["urls.self.public"] ?? issuer;
  const { workspace } = server.api_urls;
  const hasOwnPort = workspace !== server.public_url;
  const workspace_url = hasOwnPort ? atPortOf(workspace, public_url) : public_url;
  const demo = await startDemoClient({
    issuer,
    public_url,
    workspace_url,
    client_id: CLIENT_ID,
    host: config["serve.public.host"],
    port: config["serve.demo.port"],
    register: (url) => register(server, url),
    mails: () => keptMailsOf(server),
  });
  return { ...demo, ...alice };
}

/** The same host with another port: the browser sends its cookies only to the same host. */
function atPortOf(url: string | undefined, public_url: string): string {
  const moved = new URL(public_url);
  moved.port = new URL(url ?? public_url).port;
  return moved.origin;
}

/** Registers the demo at the server. */
async function register({ latchkey }: DemoServer, url: string): Promise<IntegrationCredentials> {
  const body = { ...demoRegistration(url), client_id: CLIENT_ID };
  const created = await latchkey.call("createOAuth2Client", { body });
  if (created.status === 409) await latchkey.updateOAuth2Client({ id: CLIENT_ID, body });
  const subject = await subjectOfAlice(latchkey);
  await createWorkspaces(latchkey, subject);
  // Her password is known to everyone: she gets no role where the admin listener requires authentication.
  const { api_key_required } = await latchkey.getAccess();
  if (!api_key_required)
    await latchkey.call("addOperator", { body: { subject, name: "alice", role: "administrator" } });
  return registerIntegration(latchkey, url);
}

async function subjectOfAlice(latchkey: Client): Promise<string> {
  const claims = {
    name: "Alice Liddell",
    given_name: "Alice",
    email: "alice@example.com",
    email_verified: true,
  };
  await latchkey.call("createAccount", { body: { ...alice, claims } });
  return (await latchkey.getAccount({ username: alice.username })).subject;
}
