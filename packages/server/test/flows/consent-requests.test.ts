import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passConsent,
  passLogin,
  redeem,
  requestOf,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { assertErrorsName } from "./invalid-bodies.ts";

const world = await startTestServer();
const { latchkey } = world;
const photos = await registerApp(latchkey);

async function reachConsent(params = {}, login = {}) {
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos, params));
  const loggedIn = await passLogin(world, browser, asked, login);
  const login_challenge = challengeOf(asked, "login");
  return {
    browser,
    loggedIn,
    login_challenge,
    consent_challenge: challengeOf(loggedIn, "consent"),
  };
}

test("a consent request has the user, the login and the requested scope", async () => {
  const { consent_challenge, login_challenge } = await reachConsent(
    { scope: "openid albums.read", audience: "https://api.example", ui_locales: "fr" },
    { acr: "gold", context: { tenant: "north" } },
  );
  const { client, request_url, login_session_id, ...rest } = await latchkey.getConsentRequest({
    consent_challenge,
  });
  assert.deepEqual(rest, {
    challenge: consent_challenge,
    requested_scope: ["openid", "albums.read"],
    requested_access_token_audience: ["https://api.example"],
    skip: false,
    subject: "alice",
    oidc_context: { ui_locales: ["fr"] },
    redirect_uri: "https://photos.example/callback",
    login_challenge,
    acr: "gold",
    context: { tenant: "north" },
  });
  assert.equal(client.client_id, "photos");
  assert.ok(!("client_secret" in client));
  assert.equal(new URL(request_url).searchParams.get("ui_locales"), "fr");
  assert.match(login_session_id, /^[0-9a-f-]{36}$/);
});

test("acr and context are empty where the login provider said nothing", async () => {
  const { consent_challenge } = await reachConsent();
  const { acr, context } = await latchkey.getConsentRequest({ consent_challenge });
  assert.deepEqual({ acr, context }, { acr: "", context: {} });
});

test("there is no consent request before the login", async () => {
  const asked = await authorize(openBrowser(world), requestOf(photos));
  const login_challenge = challengeOf(asked, "login");
  for (const consent_challenge of [login_challenge, "nonsense", "A".repeat(43)]) {
    const named = { consent_challenge };
    assertRefused(await latchkey.call("getConsentRequest", named), 404, "not_found");
    assertRefused(await latchkey.call("acceptConsentRequest", named), 404, "not_found");
    assertRefused(await latchkey.call("rejectConsentRequest", named), 404, "not_found");
  }
  const none = { consent_challenge: "" };
  assertRefused(await latchkey.call("getConsentRequest", none), 400, "invalid_request");
  assertRefused(await latchkey.call("acceptConsentRequest", none), 400, "invalid_request");
  assertRefused(await latchkey.call("rejectConsentRequest", none), 400, "invalid_request");
});

test("the error about an invalid answer names the field", async () => {
  const { consent_challenge } = await reachConsent();
  const url = `http://admin.test/oauth2/auth/requests/consent/accept?consent_challenge=${consent_challenge}`;
  const bodies = [
    ['{"grant_scope":"openid"}', "grant_scope"],
    ['{"grant_scope":["two words"]}', "grant_scope"],
    ['{"grant_access_token_audience":[1]}', "grant_access_token_audience"],
    ['{"session":{"access_token":[1]}}', "session.access_token"],
    ['{"session":{"refresh_token":{}}}', "session.refresh_token"],
    ['{"remember":1}', "remember"],
    ['{"granted":true}', "granted"],
    ["[]", "object"],
    ["{", "JSON"],
  ] as const;
  await assertErrorsName(world, url, bodies);
  assert.equal((await latchkey.call("getConsentRequest", { consent_challenge })).status, 200);
});

test("the user may allow less than was requested", async () => {
  const { browser, loggedIn } = await reachConsent({ scope: "openid offline albums.read" });
  const granted = await passConsent(world, browser, loggedIn, { grant_scope: ["albums.read"] });
  const { parameters } = await answerOf(granted);
  assert.equal(parameters["scope"], "albums.read");
  const reply = await redeem(world, photos, parameters["code"] ?? "");
  assert.ok(reply.ok);
  assert.equal(reply.body.scope, "albums.read");
  assert.ok(!("id_token" in reply.body), "no ID token without openid");
  assert.ok(!("refresh_token" in reply.body), "no refresh token without offline");
});

test("an accept without a body grants nothing at all, and still gives a code", async () => {
  const { browser, consent_challenge } = await reachConsent();
  const { redirect_to } = await latchkey.acceptConsentRequest({ consent_challenge });
  const { parameters } = await answerOf(await browser.go(redirect_to));
  assert.ok(parameters["code"]);
  assert.equal(parameters["scope"], "");
});

test("the session claims of the provider appear in introspection, ID token and userinfo", async () => {
  const { browser, loggedIn } = await reachConsent();
  const session = { access_token: { team: "north" }, id_token: { email: "alice@example.org" } };
  const { parameters } = await answerOf(await passConsent(world, browser, loggedIn, { session }));
  const reply = await redeem(world, photos, parameters["code"] ?? "");
  assert.ok(reply.ok);
  const { access_token } = reply.body;
  const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(introspection.active);
  assert.deepEqual(introspection.ext, { team: "north" });
  const person = await latchkey.userinfo({}, { authorization: `Bearer ${access_token}` });
  assert.ok(typeof person === "object");
  assert.equal(person.email, "alice@example.org");
  assert.ok(!("team" in person));
});

test("an audience with a space in it is one audience, or none", async () => {
  const { browser, loggedIn, consent_challenge } = await reachConsent();
  const grant_access_token_audience = ["urn:photo albums"];
  const body = { grant_access_token_audience };
  const reply = await latchkey.call("acceptConsentRequest", { consent_challenge, body });
  if (!reply.ok) return void assertRefused(reply, 400, "invalid_request");
  const granted = await passConsent(world, browser, loggedIn, body);
  const tokens = await redeem(world, photos, (await answerOf(granted)).parameters["code"] ?? "");
  assert.ok(tokens.ok);
  const introspected = await latchkey.introspectOAuth2Token({ token: tokens.body.access_token });
  assert.deepEqual(introspected.active && introspected.aud, grant_access_token_audience);
  return undefined;
});

test("a rejection reaches the client, and ends the request", async () => {
  const { browser, consent_challenge } = await reachConsent();
  const body = { error: "consent_required", error_description: "Alice thinks about it." };
  const { redirect_to } = await latchkey.rejectConsentRequest({ consent_challenge, body });
  const { place, parameters } = await answerOf(await browser.go(redirect_to));
  assert.equal(place, "query");
  assert.deepEqual(parameters, {
    ...body,
    state: "where photos was",
    iss: "http://127.0.0.1:4444",
  });
  assert.equal((await latchkey.call("getConsentRequest", { consent_challenge })).status, 409);
  assert.deepEqual(await latchkey.listSubjectConsentSessions({ subject: "mallory" }), []);
});
