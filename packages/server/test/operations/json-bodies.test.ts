import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@latchkey/api";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, requestOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { document, exampleOf } from "../openapi/contract-checker.ts";
import { assertRefused, receive, type Received } from "./refusal.ts";
import { photos, registerSelf } from "./registration.ts";

const world = await startTestServer({ "oauth2.registration.mode": "open" });
const { latchkey, fetch } = world;

const app = await registerApp(latchkey);
const self = await registerSelf(world, photos);
const api = await latchkey.createApi({ body: { identifier: "https://api.example" } });
await latchkey.createAccount({ body: { username: "alice", password: "down the hole" } });
await latchkey.createAuthorizationDetailsType({
  body: { type: "payment", schema: { type: "object" }, sentences: { en: "Pay." } },
});
const workspace = await latchkey.createWorkspace({ body: { name: "Wonderland" } });
const member = await latchkey.createWorkspaceMember({
  id: workspace.id,
  body: { subject: "alice" },
});
const integration = await latchkey.createIntegration({
  body: {
    name: "Photos",
    redirect_uris: ["https://photos.example/callback"],
    webhook_url: "https://photos.example/hook",
  },
});
const internal = await latchkey.createIntegration({
  body: { name: "Backups", kind: "internal", install_scope: [workspace.id] },
});
const [bot] = await latchkey.listInstallations({ integration_id: internal.id });
const login_challenge = challengeOf(await authorize(openBrowser(world), requestOf(app)), "login");

/** What stands for the names in the path. Operations with a challenge have it in the query. */
const paths: Readonly<Record<string, string>> = {
  updateOAuth2Client: `/clients/${app.client_id}`,
  patchOAuth2Client: `/clients/${app.client_id}`,
  setOAuth2ClientLifespans: `/clients/${app.client_id}/lifespans`,
  rotateOAuth2ClientSecret: `/clients/${app.client_id}/secret`,
  setOidcDynamicClient: `/connect/register/${self.id}`,
  updateApi: `/apis/${api.id}`,
  createJsonWebKeySet: "/keys/photos",
  updateJsonWebKeySet: "/keys/photos",
  updateJsonWebKey: "/keys/photos/first",
  acceptLoginRequest: `/oauth2/auth/requests/login/accept?login_challenge=${login_challenge}`,
  rejectLoginRequest: `/oauth2/auth/requests/login/reject?login_challenge=${login_challenge}`,
  updateAccount: "/accounts/alice",
  updateAuthorizationDetailsType: "/authorization-details-types/payment",
  updateWorkspace: `/workspace/workspaces/${workspace.id}`,
  createWorkspaceMember: `/workspace/workspaces/${workspace.id}/members`,
  updateWorkspaceMember: `/workspace/workspaces/${workspace.id}/members/${member.user_id}`,
  updateIntegration: `/workspace/integrations/${integration.id}`,
  rotateIntegrationSecret: `/workspace/integrations/${integration.id}/secrets`,
  issueIntegrationToken: `/workspace/integrations/${internal.id}/tokens`,
  rotateWebhookSecret: `/workspace/integrations/${integration.id}/webhook/secrets`,
  updateInstallation: `/workspace/installations/${bot?.bot_id}`,
};

/** They need a user in a browser, or take any body. */
const others = /Consent|UserCode|Backchannel|rejectLogout/;

for (const [id, operation] of Object.entries(operations)) {
  if (!("body" in operation) || operation.body !== "json" || others.test(id)) continue;
  const isRequired = "body_required" in operation && operation.body_required;
  if (!isRequired) {
    test(`${id} takes the body null as none`, async () => {
      const path = paths[id] ?? operation.path;
      const [none, null_body] = [
        await send(id, operation.method, path, ""),
        await send(id, operation.method, path, "null"),
      ];
      assert.equal(null_body.status, none.status);
    });
  }
  for (const body of [...(isRequired ? ["null"] : []), "[1]", '"text"', "true", "7"]) {
    test(`${id} refuses the body ${body}`, async () => {
      const path = paths[id] ?? operation.path;
      assert.ok(!path.includes("{"), `${id} has no path.`);
      assertRefused(await send(id, operation.method, path, body), 400, "invalid_request");
    });
  }

  test(`${id} refuses unknown fields exactly where the document says so`, async () => {
    const described = Object.values(document.paths[operation.path] ?? {}).find(
      ({ operationId }) => operationId === id,
    );
    const { $ref = "" } = described?.requestBody?.content["application/json"]?.schema ?? {};
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    if (name === "JsonPatch") return; // A list.
    const body = JSON.stringify({ ...exampleOf(name), surprise: 1 });
    const reply = await send(id, operation.method, paths[id] ?? operation.path, body);
    const isRefused = /The field '?surprise'? is unknown/.test(JSON.stringify(reply.body));
    assert.equal(isRefused, document.components.schemas[name]?.additionalProperties === false);
  });
}

function send(id: string, method: string, path: string, body: string): Promise<Received> {
  const headers = {
    "content-type": "application/json",
    ...(id === "setOidcDynamicClient" && { authorization: `Bearer ${self.token}` }),
  };
  return receive(fetch(`http://admin.test${path}`, { method, headers, body }));
}
