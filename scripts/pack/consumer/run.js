import assert from "node:assert/strict";
import { basic, createClient } from "@latchkey/client";
import { identity } from "@latchkey/identity";
import { createLog, loadConfig, standardFeatures, startServer } from "@latchkey/server";
import { startTestServer } from "@latchkey/testing";
import { workspace as workspaces } from "@latchkey/workspace";
import { createWorkspaceClient, WorkspaceError } from "@latchkey/workspace-client";

const features = [...standardFeatures, identity, workspaces];
const loaded = loadConfig({
  features,
  flags: {
    dsn: "memory",
    "secrets.system": ["a secret for this test only"],
    "serve.public.port": 0,
    "serve.admin.port": 0,
  },
});
assert.ok(loaded.ok);
const log = createLog({ level: "error", format: "json", write: () => {} });
const server = await startServer(loaded.value.config, { features, log });

const latchkey = createClient({ admin: server.admin_url, public: server.public_url });
const { client_id, client_secret } = await latchkey.createOAuth2Client({
  body: { grant_types: ["client_credentials"] },
});
const { access_token } = await latchkey.oauth2Token(
  { grant_type: "client_credentials" },
  { authorization: basic(client_id, client_secret) },
);
assert.equal((await latchkey.introspectOAuth2Token({ token: access_token })).active, true);

const integration = await latchkey.createIntegration({ body: { name: "Photos" } });
const workspace = createWorkspaceClient({
  baseUrl: `${server.api_urls.workspace}/v1`,
  clientId: integration.client_id,
  clientSecret: integration.client_secret,
});
await assert.rejects(workspace.exchangeCode({ code: "mallory's guess" }), WorkspaceError);

for (const path of ["/docs", "/openapi.json", "/llms.txt", "/docs/quick-start.md"]) {
  assert.equal((await fetch(server.admin_url + path)).status, 200, path);
}
assert.equal((await fetch(`${server.public_url}/login`)).status, 400);
await server.close();

await using testServer = await startTestServer({ predictable_ids: "seed" });
const client = await testServer.createClient();
const { claims } = await testServer.signIn({ client, user: "alice" });
assert.equal(claims.sub, "alice");
console.log("all is well");
