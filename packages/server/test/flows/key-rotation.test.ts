import assert from "node:assert/strict";
import { test } from "node:test";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const SET = "hydra.openid.id-token";

test("posting to the set rotates the key, and old ID tokens verify and serve as hints", async () => {
  const world = await startTestServer({ "oidc.key_rotation.announce_period": "10m" });
  const { latchkey, clock } = world;
  const photos = await registerApp(latchkey);
  const browser = openBrowser(world);
  const { id_token: old = "" } = await signIn(world, photos, {
    browser,
    login: { remember: true },
  });
  await latchkey.createJsonWebKeySet({ set: SET, body: { alg: "RS256", kid: "next", use: "sig" } });
  const during = await signIn(world, photos, { browser });
  assert.notEqual(decodeProtectedHeader(during.id_token ?? "").kid, "next", "it is announced");
  clock.now += 600;
  const { id_token = "" } = await signIn(world, photos, { browser });
  assert.equal(decodeProtectedHeader(id_token).kid, "next");
  assert.notEqual(decodeProtectedHeader(old).kid, "next");
  const jwks = createLocalJWKSet(await latchkey.wellKnown());
  for (const token of [old, id_token]) {
    await jwtVerify(token, jwks, { currentDate: new Date(clock.now * 1000) });
    const asked = await authorize(browser, requestOf(photos, { id_token_hint: token }));
    const login_challenge = challengeOf(asked, "login");
    assert.ok((await latchkey.getLoginRequest({ login_challenge })).skip);
    const leaving = await browser.go(
      `http://public.test/oauth2/sessions/logout?id_token_hint=${token}`,
    );
    assert.ok(challengeOf(leaving, "logout"));
  }
});

test("a key of another algorithm does not change what a client registered for", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  await world.latchkey.createJsonWebKeySet({ set: SET, body: { alg: "ES256", kid: "ec" } });
  const { id_token = "" } = await signIn(world, photos);
  assert.equal(decodeProtectedHeader(id_token).alg, "RS256");
  const letters = { client_id: "letters", id_token_signed_response_alg: "ES256" };
  const other = await signIn(world, await registerApp(world.latchkey, letters));
  assert.equal(decodeProtectedHeader(other.id_token ?? "").kid, "ec");
});

test("once a key is deleted, ID tokens signed with it are no valid hints", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  const photos = await registerApp(latchkey);
  const browser = openBrowser(world);
  const { id_token = "" } = await signIn(world, photos, { browser, login: { remember: true } });
  await latchkey.createJsonWebKeySet({ set: SET, body: { alg: "RS256", kid: "next" } });
  const { kid = "" } = decodeProtectedHeader(id_token);
  await latchkey.deleteJsonWebKey({ set: SET, kid });
  const asked = await authorize(browser, requestOf(photos, { id_token_hint: id_token }));
  assert.match(asked.headers.get("location") ?? "", /error=invalid_request/);
});
