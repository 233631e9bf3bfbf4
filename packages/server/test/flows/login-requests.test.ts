import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, receive } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, challengeOf, passLogin, requestOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { assertErrorsName } from "./invalid-bodies.ts";

const world = await startTestServer();
const { latchkey } = world;
const photos = await registerApp(latchkey);

async function beginLogin(params = {}) {
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos, params));
  return { browser, asked, login_challenge: challengeOf(asked, "login") };
}

test("a login request has the client, the scope and the parameters for the login page", async () => {
  const { login_challenge } = await beginLogin({
    scope: "openid albums.read",
    audience: "https://api.example",
    acr_values: "gold silver",
    ui_locales: "de en",
    display: "page",
    login_hint: "alice@example.org",
  });
  const request = await latchkey.getLoginRequest({ login_challenge });
  const { client, request_url, session_id, ...rest } = request;
  assert.deepEqual(rest, {
    challenge: login_challenge,
    requested_scope: ["openid", "albums.read"],
    requested_access_token_audience: ["https://api.example"],
    skip: false,
    subject: "",
    oidc_context: {
      acr_values: ["gold", "silver"],
      ui_locales: ["de", "en"],
      display: "page",
      login_hint: "alice@example.org",
    },
  });
  assert.equal(client.client_id, "photos");
  assert.ok(!("client_secret" in client));
  assert.ok(request_url.startsWith("http://127.0.0.1:4444/oauth2/auth?"));
  assert.equal(new URL(request_url).searchParams.get("login_hint"), "alice@example.org");
  assert.match(session_id, /^[0-9a-f-]{36}$/);
});

test("a plain request has an empty oidc_context and empty lists", async () => {
  const browser = openBrowser(world);
  const asked = await authorize(browser, { client_id: "photos", response_type: "code" });
  const login_challenge = challengeOf(asked, "login");
  const request = await latchkey.getLoginRequest({ login_challenge });
  assert.deepEqual(request.oidc_context, {});
  assert.deepEqual(request.requested_scope, []);
  assert.deepEqual(request.requested_access_token_audience, []);
});

test("a challenge is no longer than 64 characters, and is also read as plain `challenge`", async () => {
  const { login_challenge } = await beginLogin();
  assert.ok(login_challenge.length <= 64);
  const url = `http://admin.test/oauth2/auth/requests/login?challenge=${login_challenge}`;
  const { status, body } = await receive(world.fetch(url));
  assert.equal(status, 200);
  assert.deepEqual(body, await latchkey.getLoginRequest({ login_challenge }));
});

test("an unknown challenge is not found, and a missing one is a bad request", async () => {
  const { asked, browser } = await beginLogin();
  const consentChallenge = challengeOf(await passLogin(world, browser, asked), "consent");
  for (const login_challenge of ["nonsense", "A".repeat(43), consentChallenge]) {
    const body = { subject: "alice" };
    assertRefused(await latchkey.call("getLoginRequest", { login_challenge }), 404, "not_found");
    const accepted = await latchkey.call("acceptLoginRequest", { login_challenge, body });
    assertRefused(accepted, 404, "not_found");
    const rejected = await latchkey.call("rejectLoginRequest", { login_challenge });
    assertRefused(rejected, 404, "not_found");
  }
  const none = { login_challenge: "" };
  assertRefused(await latchkey.call("getLoginRequest", none), 400, "invalid_request");
  assertRefused(await latchkey.call("acceptLoginRequest", none), 400, "invalid_request");
  assertRefused(await latchkey.call("rejectLoginRequest", none), 400, "invalid_request");
});

test("the error about an invalid answer names the field, and the request stays open", async () => {
  const { login_challenge } = await beginLogin();
  const url = `http://admin.test/oauth2/auth/requests/login/accept?login_challenge=${login_challenge}`;
  const bodies = [
    ["", "subject"],
    ["{}", "subject"],
    ['{"subject":""}', "subject"],
    ['{"subject":7}', "subject"],
    ['{"subject":"alice","remember":"yes"}', "remember"],
    ['{"subject":"alice","remember_for":1.5}', "remember_for"],
    ['{"subject":"alice","amr":"pwd"}', "amr"],
    ['{"subject":"alice","colour":"red"}', "colour"],
    ['["alice"]', "object"],
    ['{"subject":', "JSON"],
  ] as const;
  await assertErrorsName(world, url, bodies);
  assert.equal((await latchkey.call("getLoginRequest", { login_challenge })).status, 200);
});

test("a rejection reaches the client in the provider's words", async () => {
  const { browser, login_challenge } = await beginLogin();
  const { redirect_to } = await latchkey.rejectLoginRequest({
    login_challenge,
    body: {
      error: "access_denied",
      error_description: "Mallory is not let in.",
      error_hint: "Ask alice.",
      error_debug: "a secret of the operator",
      status_code: 403,
    },
  });
  const { place, parameters } = await answerOf(await browser.go(redirect_to));
  assert.equal(place, "query");
  assert.deepEqual(parameters, {
    error: "access_denied",
    error_description: "Mallory is not let in. Ask alice.",
    state: "where photos was",
    iss: "http://127.0.0.1:4444",
  });
});

test("a rejection without a body is access_denied, and a malformed one is a bad request", async () => {
  const { browser, login_challenge } = await beginLogin();
  const mistyped = { login_challenge, body: { error: 'a "quoted" code' } };
  assertRefused(await latchkey.call("rejectLoginRequest", mistyped), 400, "invalid_request");
  const { redirect_to } = await latchkey.rejectLoginRequest({ login_challenge });
  const { parameters } = await answerOf(await browser.go(redirect_to));
  assert.equal(parameters["error"], "access_denied");
  assert.equal((await latchkey.call("getLoginRequest", { login_challenge })).status, 409);
});
