import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { answerOf, authorize, challengeOf, passLogin, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer({ "urls.registration": "https://id.example/sign-up?from=app" });
const { latchkey } = world;
const photos = await registerApp(latchkey);

test("Initiating User Registration §4.1: prompt=create leads to the page on which users register", async () => {
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, login: { remember: true } });
  const asked = await authorize(browser, requestOf(photos, { prompt: "create" }));
  const { origin, pathname, searchParams } = locationOf(asked);
  assert.equal(`${origin}${pathname}`, "https://id.example/sign-up");
  assert.equal(searchParams.get("from"), "app");
  const login_challenge = challengeOf(asked, "login");
  const { skip } = await latchkey.getLoginRequest({ login_challenge });
  assert.equal(skip, false, "alice's session is not used");
  const response = await passLogin(world, browser, asked, { subject: "newcomer" });
  assert.ok(challengeOf(response, "consent"));
});

test("prompt=registration, the name that Hydra v2 has for it, leads there too", async () => {
  const asked = await authorize(openBrowser(world), requestOf(photos, { prompt: "registration" }));
  assert.equal(locationOf(asked).pathname, "/sign-up");
  const { skip } = await latchkey.getLoginRequest({
    login_challenge: challengeOf(asked, "login"),
  });
  assert.equal(skip, false);
});

test("prompt=login still leads to the login page", async () => {
  const asked = await authorize(openBrowser(world), requestOf(photos, { prompt: "login" }));
  assert.match(locationOf(asked).pathname, /\/login$/);
});

test("prompt=none create is refused", async () => {
  const response = await authorize(
    openBrowser(world),
    requestOf(photos, { prompt: "none create" }),
  );
  assert.equal((await answerOf(response)).parameters["error"], "invalid_request");
});

test("without such a page prompt=create is refused, and not advertised", async () => {
  const other = await startTestServer();
  const app = await registerApp(other.latchkey);
  const response = await authorize(openBrowser(other), requestOf(app, { prompt: "create" }));
  const { parameters } = await answerOf(response);
  assert.equal(parameters["error"], "invalid_request");
  assert.match(parameters["error_description"] ?? "", /urls\.registration/);
  const promptsOf = async (from: typeof world) =>
    (await from.latchkey.discoverOpenIDConfiguration()).prompt_values_supported;
  const always = ["none", "login", "consent", "select_account"];
  assert.deepEqual(await promptsOf(other), always);
  assert.deepEqual(await promptsOf(world), [...always, "create"]);
});

test("without such a page prompt=registration leads to the login page, where the session is not used", async () => {
  const other = await startTestServer();
  const app = await registerApp(other.latchkey);
  const browser = openBrowser(other);
  await signIn(other, app, { browser, login: { remember: true } });
  const asked = await authorize(browser, requestOf(app, { prompt: "registration" }));
  assert.match(locationOf(asked).pathname, /\/login$/);
  const { skip } = await other.latchkey.getLoginRequest({
    login_challenge: challengeOf(asked, "login"),
  });
  assert.equal(skip, false);
});
