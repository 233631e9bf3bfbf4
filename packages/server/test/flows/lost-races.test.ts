import assert from "node:assert/strict";
import { test } from "node:test";
import { reachConsent, setUpWorkspace } from "../workspace/authorization.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { codesOf, deviceChallenge, registerTv } from "../support/device.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passLogin,
  redeem,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { workspaceStoreOf } from "../support/store.ts";
import { startTwoServers } from "../support/server.ts";

const LEFT = "https://id.example/left";
const [here, there] = await startTwoServers({
  "urls.logout": "https://id.example/logout",
  "urls.post_logout_redirect": LEFT,
});
const { latchkey } = here;
const photos = await registerApp(latchkey);
const tv = await registerTv(latchkey);
const atOnce = [here, there, here, there, here, there];

test("of a browser's hits with one logout verifier at once, all are redirected to the same URL", async () => {
  const browser = openBrowser(here);
  await signIn(here, photos, { browser, login: { remember: true } });
  const asked = await browser.go("http://public.test/oauth2/sessions/logout");
  const logout_challenge = challengeOf(asked, "logout");
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  const hits = atOnce.map((at) => openBrowser(at, new Map(browser.cookies)).go(redirect_to));
  for (const hit of await Promise.all(hits)) assert.equal(hit.headers.get("location"), LEFT);
});

test("of a browser's hits with one device verifier at once, all are redirected to the login app", async () => {
  const browser = openBrowser(here);
  const { user_code } = await codesOf(here, tv);
  const device_challenge = await deviceChallenge(browser);
  const entered = { device_challenge, body: { user_code } };
  const { redirect_to } = await latchkey.acceptUserCodeRequest(entered);
  const hits = atOnce.map((at) => openBrowser(at, new Map(browser.cookies)).go(redirect_to));
  const challenges = (await Promise.all(hits)).map((hit) => challengeOf(hit, "login"));
  assert.equal(new Set(challenges).size, 1);
});

test("a rejection that is replaced while the browser returns with it does not reach the client", async (t) => {
  const browser = openBrowser(here);
  const loggedIn = await passLogin(here, browser, await authorize(browser, requestOf(photos)));
  const consent_challenge = challengeOf(loggedIn, "consent");
  const { redirect_to } = await latchkey.rejectConsentRequest({ consent_challenge });

  const { flows } = there.server.context.store;
  const advance = flows.advance.bind(flows);
  const accepted = { consent_challenge, body: { grant_scope: ["openid"] } };
  t.mock.method(
    flows,
    "advance",
    async (...step: Parameters<typeof advance>) => {
      await latchkey.acceptConsentRequest(accepted);
      return advance(...step);
    },
    { times: 1 },
  );
  const returned = await openBrowser(there, new Map(browser.cookies)).go(redirect_to);
  const { parameters } = await answerOf(returned);
  assert.equal(parameters["error"], undefined);
  assert.ok((await redeem(here, photos, parameters["code"] ?? "")).ok);
});

test("an integration that is deleted while the browser returns leads to the error page", async (t) => {
  const { workspace, photos: integration } = await setUpWorkspace(latchkey);
  const { browser, consent_challenge } = await reachConsent(here, integration);
  const accepted = { consent_challenge, body: { workspace_id: workspace.id } };
  const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest(accepted);

  const { integrations } = workspaceStoreOf(here.server.context);
  const find = integrations.find.bind(integrations);
  const { mock } = t.mock.method(integrations, "find", async (id: string) => {
    if (mock.callCount() === 1) await latchkey.deleteIntegration({ id });
    return find(id);
  });
  const returned = await browser.go(redirect_to);
  assert.equal(returned.status, 401);
  assert.match(await returned.text(), /invalid_client/);
});
