import type { Config, RunningServer } from "@latchkey/server";

import { type RunningDemoClient, startDemoClient } from "./demo-client.ts";
import { demoRegistration } from "./registration.ts";

/** An app to try the server with, and somebody to sign in as. */
export interface Demo extends RunningDemoClient {
  readonly username: string;
  readonly password: string;
}

const CLIENT_ID = "demo";
const alice = { username: "alice", password: "wonderland" };

/** Starts the demo app and makes the account and the client it needs, unless they are there already. */
export async function startDemo(server: RunningServer, config: Config): Promise<Demo> {
  const issuer = config["urls.self.issuer"];
  const demo = await startDemoClient({
    issuer,
    public_url: config["urls.self.public"] ?? issuer,
    client_id: CLIENT_ID,
    host: config["serve.public.host"],
    port: config["serve.demo.port"],
  });
  await server.accounts.add({
    ...alice,
    profile: {
      name: "Alice Liddell",
      given_name: "Alice",
      email: "alice@example.com",
      email_verified: true,
    },
  });
  const body = { ...demoRegistration(demo.url), client_id: CLIENT_ID };
  const created = await server.latchkey.call("createOAuth2Client", { body });
  if (created.status === 409) await server.latchkey.updateOAuth2Client({ id: CLIENT_ID, body });
  return { ...demo, ...alice };
}
