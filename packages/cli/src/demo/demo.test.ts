import assert from "node:assert/strict";
import { after, test } from "node:test";

import { accountsOf } from "@latchkey/identity/accounts";
import { createLog, createServer, loadConfig } from "@latchkey/server";

import { features } from "../features.ts";
import { startDemo } from "./demo.ts";

const WONDERLAND = "a11ce000-0000-4000-8000-000000000001";

const loaded = loadConfig({
  features,
  flags: { dsn: "memory", "secrets.system": ["a secret for tests"], "serve.demo.port": 0 },
});
assert.ok(loaded.ok);
const { config } = loaded.value;
const log = createLog({ level: "error", format: "json" });
const whole = await createServer(config, { features, log });
after(() => whole.close());
const { latchkey } = whole;
const accounts = accountsOf(whole);
const server = { latchkey, context: whole.context, public_url: undefined, api_urls: {} };

test("the demo can be started again, elsewhere, and finds everything as it left it", async () => {
  await addCrowd();
  const first = await startDemo(server, config);
  await first.close();
  const before = await look();

  const second = await startDemo(server, config);
  after(second.close);
  assert.notEqual(second.url, first.url);
  assert.deepEqual(await look(), before);

  const [integration] = await latchkey.listIntegrations();
  assert.deepEqual(integration?.redirect_uris, [`${second.url}/integration/callback`]);
  const [listed] = await latchkey.listIntegrations({ listed: "true" });
  assert.equal(listed?.install_url, `${second.url}/integration/install`, "in the directory");
  const { redirect_uris } = await latchkey.getOAuth2Client({ id: "demo" });
  assert.deepEqual(redirect_uris, [`${second.url}/callback`]);
});

test("alice may install the integration into either workspace, for she is their administrator", async () => {
  const workspaces = await latchkey.listWorkspaces();
  assert.deepEqual(
    workspaces.map(({ name, resources }) => [name, resources.length]),
    [
      ["Looking-Glass House", 1],
      ["Wonderland", 3],
    ],
  );
  const profile = await accounts.authenticate("alice", "wonderland");
  assert.ok(profile !== undefined && "subject" in profile);
  for (const { id } of workspaces) {
    const members = await latchkey.listWorkspaceMembers({ id });
    const [{ subject, role } = {}] = members;
    assert.deepEqual([members.length, subject, role], [1, profile.subject, "admin"]);
  }
});

test("a workspace API with a port of its own is called by the name of the public listener", async () => {
  const settings = { ...config, "urls.self.issuer": "http://localhost:4444" };
  const api_urls = { workspace: "http://127.0.0.1:4447" };
  const demo = await startDemo({ ...server, api_urls }, settings);
  after(demo.close);
  const { headers } = await fetch(`${demo.url}/integration/install`, { redirect: "manual" });
  assert.match(headers.get("location") ?? "", /^http:\/\/localhost:4447\/v1\/oauth\/authorize\?/);
});

/** Everything but what moves with the demo. */
async function look() {
  const [integration] = await latchkey.listIntegrations();
  return {
    workspaces: await latchkey.listWorkspaces(),
    members: await latchkey.listWorkspaceMembers({ id: WONDERLAND }),
    integration: [integration?.id, integration?.client_id, integration?.capabilities],
  };
}

/** Others sign in here too, so that alice is not the only one to be found. */
async function addCrowd(): Promise<void> {
  await accounts.add({ username: "aardvark", password: "earth pig" });
}
