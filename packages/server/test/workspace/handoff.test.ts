import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passLogin, requestOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
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
