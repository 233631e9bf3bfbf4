import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryMethods, operations, signalEvents } from "@latchkey/api";
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
const provider = await latchkey.createIdentityProvider({
  body: { id: "example", issuer: "https://id.example", client_id: "latchkey" },
});
const receiver = await latchkey.createEventReceiver({
  body: { name: "Help desk", url: "https://help.example/events", kinds: ["account.deleted"] },
});
const transmission = await openStream();
const apiKey = await latchkey.createApiKey({ body: { name: "CI", role: "viewer" } });
await latchkey.addOperator({ body: { subject: "support-lead", role: "viewer" } });
const loginChallenge = challengeOf(await authorize(openBrowser(world), requestOf(app)), "login");

/** What stands for the names in the path. Operations with a challenge have it in the query. */
const paths: Readonly<Record<string, string>> = {
  updateOAuth2Client: `/clients/${app.client_id}`,
  patchOAuth2Client: `/clients/${app.client_id}`,
  setOAuth2ClientLifespans: `/clients/${app.client_id}/lifespans`,
  rotateOAuth2ClientSecret: `/clients/${app.client_id}/secret`,
  compareOAuth2ClientSecret: `/clients/${app.client_id}/secret/comparison`,
  setOidcDynamicClient: `/connect/register/${self.id}`,
  updateApi: `/apis/${api.id}`,
  updateTrustedJwtGrantIssuer: "/trust/grants/jwt-bearer/issuers/unknown",
  createJsonWebKeySet: "/keys/photos",
  updateJsonWebKeySet: "/keys/photos",
  addSigningKey: "/signing-keys/hydra.openid.id-token",
  updateJsonWebKey: "/keys/photos/first",
  acceptLoginRequest: `/oauth2/auth/requests/login/accept?login_challenge=${loginChallenge}`,
  rejectLoginRequest: `/oauth2/auth/requests/login/reject?login_challenge=${loginChallenge}`,
  updateAccount: "/accounts/alice",
  updateIdentityProvider: `/identity-providers/${provider.id}`,
  updateAuthorizationDetailsType: "/authorization-details-types/payment",
  updateWorkspace: `/workspace/workspaces/${workspace.id}`,
  createWorkspaceMember: `/workspace/workspaces/${workspace.id}/members`,
  updateWorkspaceMember: `/workspace/workspaces/${workspace.id}/members/${member.user_id}`,
  updateIntegration: `/workspace/integrations/${integration.id}`,
  rotateIntegrationSecret: `/workspace/integrations/${integration.id}/secrets`,
  issueIntegrationToken: `/workspace/integrations/${internal.id}/tokens`,
  rotateWebhookSecret: `/workspace/integrations/${integration.id}/webhook/secrets`,
  updateInstallation: `/workspace/installations/${bot?.bot_id}`,
  updateEventReceiver: `/events/receivers/${receiver.id}`,
  rotateEventReceiverSecret: `/events/receivers/${receiver.id}/secrets`,
  setEventStreamStatus: `/events/streams/${transmission.stream_id}/status`,
  pollSsfStream: `/ssf/poll/${transmission.stream_id}`,
  renameApiKey: `/api-keys/${apiKey.id}`,
  updateOperator: "/operators/support-lead",
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

/** A stream of Shared Signals that its client polls. */
async function openStream() {
  const { client_id, client_secret } = await latchkey.createOAuth2Client({
    body: { grant_types: ["client_credentials"], scope: "ssf.manage" },
  });
  const { access_token } = await latchkey.oauth2Token(
    { grant_type: "client_credentials", scope: "ssf.manage" },
    { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
  );
  const authorization = `Bearer ${access_token}`;
  const { stream_id } = await latchkey.createSsfStream(
    {
      body: {
        events_requested: [signalEvents.session_revoked],
        delivery: { method: deliveryMethods.poll },
      },
    },
    { authorization },
  );
  return { stream_id, authorization };
}

function send(id: string, method: string, path: string, body: string): Promise<Received> {
  const headers = {
    "content-type": "application/json",
    ...(id === "setOidcDynamicClient" && { authorization: `Bearer ${self.token}` }),
    ...(id.includes("Ssf") && { authorization: transmission.authorization }),
  };
  return receive(fetch(`http://admin.test${path}`, { method, headers, body }));
}
