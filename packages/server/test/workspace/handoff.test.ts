import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passLogin, requestOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { workspaceStoreOf } from "../support/store.ts";
import {
  changeIntegration,
  reachConsent,
  registerIntegration,
  responseParameters,
  setUpWorkspace,
} from "./authorization.ts";

test("a question about a workspace is not answered as one about scopes", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  await setUpWorkspace(latchkey);
  const app = await registerIntegration(latchkey);
  const { consent_challenge } = await reachConsent(world, app);
  const body = { grant_scope: ["read_content"] };
  const statuses = [
    (await latchkey.call("getConsentRequest", { consent_challenge })).status,
    (await latchkey.call("acceptConsentRequest", { consent_challenge, body })).status,
    (await latchkey.call("rejectConsentRequest", { consent_challenge, body: {} })).status,
  ];
  assert.deepEqual(statuses, [404, 404, 404]);
  assert.equal(
    (await latchkey.call("getWorkspaceConsentRequest", { consent_challenge })).status,
    200,
  );
});

test("nor one about scopes as one about a workspace", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos));
  const loggedIn = await passLogin(world, browser, asked);
  const consent_challenge = challengeOf(loggedIn, "consent");
  const body = { workspace_id: "7e57ab1e-0000-4000-8000-000000000001" };
  const { latchkey } = world;
  const statuses = [
    (await latchkey.call("getWorkspaceConsentRequest", { consent_challenge })).status,
    (await latchkey.call("acceptWorkspaceConsentRequest", { consent_challenge, body })).status,
    (await latchkey.call("rejectWorkspaceConsentRequest", { consent_challenge })).status,
  ];
  assert.deepEqual(statuses, [404, 404, 404]);
});

test("capabilities that the user was not asked about are not granted", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  const { photos, workspace } = await setUpWorkspace(latchkey);
  const more = ["read_content", "read_comment", "update_content"] as const;
  const body = { workspace_id: workspace.id };

  const asked = await reachConsent(world, photos);
  const accept = { consent_challenge: asked.consent_challenge, body };
  const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest(accept);
  await changeIntegration(latchkey, photos, { capabilities: more });
  const parameters = responseParameters(await asked.browser.go(redirect_to));
  assert.equal(parameters["error"], "access_denied");
  assert.equal(parameters["code"], undefined);
});

test("capabilities that are stored in another order are the same", async () => {
  const world = await startTestServer();
  const { latchkey, server } = world;
  const { workspace } = await setUpWorkspace(latchkey);
  const capabilities = ["read_content", "read_comment"] as const;
  const app = await registerIntegration(latchkey, { capabilities });
  const { browser, consent_challenge } = await reachConsent(world, app);
  const accept = { consent_challenge, body: { workspace_id: workspace.id } };
  const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest(accept);
  const { integrations } = workspaceStoreOf(server.context);
  const reversed = capabilities.toReversed();
  await integrations.change(app.id, (stored) => ({ ...stored, capabilities: reversed }));
  const parameters = responseParameters(await browser.go(redirect_to));
  assert.equal(parameters["error"], undefined);
  assert.ok(parameters["code"]);
});

test("an integration that may no longer be installed for a whole workspace is not", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  const { workspace } = await setUpWorkspace(latchkey);
  const app = await registerIntegration(latchkey, { allow_workspace_owner: true });
  const params = { owner: "workspace" };
  const { browser, consent_challenge } = await reachConsent(world, app, { params });
  const accept = { consent_challenge, body: { workspace_id: workspace.id } };
  const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest(accept);
  await changeIntegration(latchkey, app, { allow_workspace_owner: false });
  const parameters = responseParameters(await browser.go(redirect_to));
  assert.deepEqual([parameters["error"], parameters["code"]], ["access_denied", undefined]);
});

test("a redirect URI that the integration no longer has gets no code", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  const { photos, workspace } = await setUpWorkspace(latchkey);
  const { browser, consent_challenge } = await reachConsent(world, photos);
  const body = { workspace_id: workspace.id };
  const accept = { consent_challenge, body };
  const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest(accept);
  await changeIntegration(latchkey, photos, { redirect_uris: ["https://photos.example/other"] });
  const page = await browser.go(redirect_to);
  assert.equal(page.status, 401);
  assert.equal(page.headers.get("location"), null);
});

test("a user who may no longer install into the workspace does not", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  const { workspace, alice } = await setUpWorkspace(latchkey);
  const { id } = workspace;
  const { user_id } = alice;
  const app = await registerIntegration(latchkey, { allow_workspace_owner: true });
  const prepare = async (owner: "user" | "workspace") => {
    const { browser, consent_challenge } = await reachConsent(world, app, { params: { owner } });
    const accept = { consent_challenge, body: { workspace_id: id } };
    const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest(accept);
    return async () => responseParameters(await browser.go(redirect_to));
  };
  const [for_all, later_for_all, for_herself] = [
    await prepare("workspace"),
    await prepare("workspace"),
    await prepare("user"),
  ];
  assert.ok((await for_all())["code"], "as long as she is an administrator");
  await latchkey.updateWorkspaceMember({ id, user_id, body: { ...alice, role: "member" } });
  assert.equal((await later_for_all())["error"], "access_denied");
  await latchkey.deleteWorkspaceMember({ id, user_id });
  assert.equal((await for_herself())["error"], "access_denied");
});
