import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { basic } from "@latchkey/client";
import { setTimeout as pause } from "node:timers/promises";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { askForToken, isActive, registerMachine, tokenOf } from "../../operations/machine.ts";
import { registerApp } from "../../support/app.ts";
import { type Browser, openBrowser } from "../../support/browser.ts";
import { codesOf, enterCode, poll, registerTv } from "../../support/device.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  codeFor,
  passConsent,
  passLogin,
  redeem,
  refresh,
  requestOf,
  signIn,
} from "../../support/flow.ts";
import { ISSUER } from "../../support/processes.ts";
import type { TestServer } from "../../support/server.ts";

/** The server that a scenario is at: another one after each `yield`. */
export type World = Pick<TestServer, "latchkey" | "fetch">;

/** What is begun at one server and goes on at another. */
export type Scenario = (world: World) => AsyncGenerator<void, void, void>;

/** Unique ids: scenarios of several rounds share a database. */
const unique = (name: string): string => `${name}-${randomUUID()}`;

export const scenarios: Readonly<Record<string, Scenario>> = {
  async *"an access token is active, until it is revoked"(world) {
    const photos = await registerMachine(world.latchkey, { client_id: unique("photos") });
    const token = await tokenOf(world.latchkey, photos);
    yield;
    assert.equal(await isActive(world.latchkey, token), true);
    await world.latchkey.revokeOAuth2Token({ token }, photos);
    yield;
    assert.equal(await isActive(world.latchkey, token), false);
  },

  async *"a JWT verifies with the keys that any server publishes"(world) {
    const photos = await registerMachine(world.latchkey, {
      client_id: unique("photos"),
      access_token_strategy: "jwt",
    });
    const token = await tokenOf(world.latchkey, photos);
    yield;
    const jwks = createLocalJWKSet({ keys: [...(await world.latchkey.wellKnown()).keys] });
    await jwtVerify(token, jwks, { issuer: ISSUER });
    assert.equal(await isActive(world.latchkey, token), true);
  },

  async *"a key that is rotated signs everywhere, and the one before verifies"(world) {
    const photos = await registerMachine(world.latchkey, {
      client_id: unique("photos"),
      access_token_strategy: "jwt",
    });
    const earlier = await tokenOf(world.latchkey, photos);
    const kid = unique("rotated");
    await world.latchkey.createJsonWebKeySet({
      set: "hydra.jwt.access-token",
      body: { alg: "RS256", use: "sig", kid },
      sign_now: true,
    });
    yield;
    await eventually(
      async () =>
        decodeProtectedHeader(await tokenOf(world.latchkey, photos)).kid !==
        decodeProtectedHeader(earlier).kid,
    );
    const published = (await world.latchkey.wellKnown()).keys;
    assert.ok(published.some((key) => key.kid === kid));
    await jwtVerify(earlier, createLocalJWKSet({ keys: [...published] }), { issuer: ISSUER });
  },

  async *"a sign-in goes from step to step, and its refresh tokens too"(world) {
    const photos = await registerApp(world.latchkey, { client_id: unique("photos") });
    const browser = openBrowser(world);
    const asked = await authorize(browser, requestOf(photos));
    yield;
    const loggedIn = await passLogin(world, browser, asked);
    yield;
    const consented = await passConsent(world, browser, loggedIn);
    yield;
    const { code = "" } = (await answerOf(consented)).parameters;
    let reply = await redeem(world, photos, code);
    for (let turn = 0; turn < 4; turn += 1) {
      assert.ok(reply.ok, JSON.stringify(reply.body));
      const { access_token, refresh_token } = reply.body;
      yield;
      assert.equal(await isActive(world.latchkey, access_token), true);
      reply = await refresh(world, photos, refresh_token);
    }
    assert.ok(reply.ok, JSON.stringify(reply.body));
    const { id_token = "" } = reply.body;
    yield;
    const jwks = createLocalJWKSet({ keys: [...(await world.latchkey.wellKnown()).keys] });
    await jwtVerify(id_token, jwks, { issuer: ISSUER, audience: photos.client_id });
  },

  async *"an answer that is accepted waits for its browser"(world) {
    const photos = await registerApp(world.latchkey, { client_id: unique("photos") });
    const browser = openBrowser(world);
    const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
    const login = { login_challenge, body: { subject: "alice", context: { device: "phone" } } };
    const toConsent = await world.latchkey.acceptLoginRequest(login);
    yield;
    const consent_challenge = challengeOf(await browser.go(toConsent.redirect_to), "consent");
    yield;
    const { context } = await world.latchkey.getConsentRequest({ consent_challenge });
    assert.deepEqual(context, { device: "phone" });
    const body = { grant_scope: ["openid"], session: { access_token: { role: "admin" } } };
    const toApp = await world.latchkey.acceptConsentRequest({ consent_challenge, body });
    yield;
    const { code = "" } = (await answerOf(await browser.go(toApp.redirect_to))).parameters;
    yield;
    const redeemed = await redeem(world, photos, code);
    assert.ok(redeemed.ok, JSON.stringify(redeemed.body));
    yield;
    const token = redeemed.body.access_token;
    const introspected = await world.latchkey.introspectOAuth2Token({ token });
    assert.ok(introspected.active);
    assert.deepEqual([introspected.sub, introspected.ext], ["alice", { role: "admin" }]);
  },

  async *"a code that is redeemed twice ends what it gave"(world) {
    const photos = await registerApp(world.latchkey, { client_id: unique("photos") });
    const code = await codeFor(world, photos);
    const redeemed = await redeem(world, photos, code);
    assert.ok(redeemed.ok);
    yield;
    assert.equal((await redeem(world, photos, code)).status, 400);
    yield;
    assert.equal(await isActive(world.latchkey, redeemed.body.access_token), false);
    assert.equal((await refresh(world, photos, redeemed.body.refresh_token)).status, 400);
  },

  async *"a refresh token that was revoked is refused"(world) {
    const photos = await registerApp(world.latchkey, { client_id: unique("photos") });
    const { access_token, refresh_token = "" } = await signIn(world, photos);
    yield;
    const authorization = photos.authorization ?? "";
    await world.latchkey.revokeOAuth2Token({ token: refresh_token }, { authorization });
    yield;
    assert.equal((await refresh(world, photos, refresh_token)).status, 400);
    assert.equal(await isActive(world.latchkey, access_token), false);
  },

  async *"a login session and a remembered consent are used, until they are revoked"(world) {
    const photos = await registerApp(world.latchkey, { client_id: unique("photos") });
    const browser = openBrowser(world);
    const subject = unique("alice");
    const asked = await authorize(browser, requestOf(photos));
    const loggedIn = await passLogin(world, browser, asked, { subject, remember: true });
    const consented = await passConsent(world, browser, loggedIn, { remember: true });
    assert.ok((await answerOf(consented)).parameters["code"]);
    yield;
    const again = await authorize(browser, requestOf(photos, { prompt: "none" }));
    const login_challenge = challengeOf(again, "login");
    const login = await world.latchkey.getLoginRequest({ login_challenge });
    assert.deepEqual([login.skip, login.subject], [true, subject]);
    const back = await passLogin(world, browser, again, { subject });
    yield;
    const consent_challenge = challengeOf(back, "consent");
    assert.equal((await world.latchkey.getConsentRequest({ consent_challenge })).skip, true);
    const { code = "" } = (await answerOf(await passConsent(world, browser, back))).parameters;
    const redeemed = await redeem(world, photos, code);
    assert.ok(redeemed.ok, JSON.stringify(redeemed.body));
    yield;
    await world.latchkey.revokeConsentSessions({ subject, client: photos.client_id });
    yield;
    assert.equal(await isActive(world.latchkey, redeemed.body.access_token), false);
    await world.latchkey.revokeAuthenticationSession({ subject });
    yield;
    assert.equal(await errorAt(browser, requestOf(photos, { prompt: "none" })), "login_required");
  },

  async *"a client that one server creates is changed by another, and changed back"(world) {
    const photos = await registerMachine(world.latchkey, {
      client_id: unique("photos"),
      metadata: { team: "one" },
    });
    const { client_id: id } = photos;
    yield;
    assert.equal((await askForToken(world.latchkey, photos)).status, 200);
    const found = await world.latchkey.getOAuth2Client({ id });
    assert.deepEqual(found.metadata, { team: "one" });
    const client_secret = unique("secret");
    const change = { ...found, client_name: "Photos", client_secret };
    await world.latchkey.updateOAuth2Client({ id, body: change });
    yield;
    const authorization = basic(id, client_secret);
    await eventually(
      async () => (await askForToken(world.latchkey, { authorization })).status === 200,
    );
    await eventually(async () => (await askForToken(world.latchkey, photos)).status === 401);
    await world.latchkey.patchOAuth2Client({
      id,
      body: [{ op: "replace", path: "/client_name", value: "Pictures" }],
    });
    yield;
    await eventually(
      async () => (await world.latchkey.getOAuth2Client({ id })).client_name === "Pictures",
    );
    const token = await tokenOf(world.latchkey, { authorization });
    await world.latchkey.deleteOAuth2Client({ id });
    yield;
    await eventually(async () => !(await isActive(world.latchkey, token)));
    await eventually(
      async () => (await askForToken(world.latchkey, { authorization })).status === 401,
    );
  },

  async *"a device is connected"(world) {
    const tv = await registerTv(world.latchkey, { client_id: unique("tv") });
    const { device_code, user_code } = await codesOf(world, tv);
    yield;
    const browser = openBrowser(world);
    const toLogin = await enterCode(world, browser, user_code);
    yield;
    const loggedIn = await passLogin(world, browser, toLogin);
    yield;
    await passConsent(world, browser, loggedIn);
    yield;
    const reply = await poll(world, tv, device_code);
    assert.ok(reply.ok, JSON.stringify(reply.body));
  },

  async *"an API is registered, and tokens are for it"(world) {
    const photos = await registerMachine(world.latchkey, { client_id: unique("photos") });
    const identifier = `https://${unique("api")}.example`;
    const { id } = await world.latchkey.createApi({ body: { identifier, allow_any_client: true } });
    yield;
    const token = await tokenOf(world.latchkey, photos, { resource: [identifier] });
    yield;
    const introspected = await world.latchkey.introspectOAuth2Token({ token });
    assert.ok(introspected.active);
    assert.deepEqual(introspected.aud, [identifier]);
    await world.latchkey.deleteApi({ id });
    yield;
    const ask = () => askForToken(world.latchkey, photos, { resource: [identifier] });
    await eventually(async () => (await ask()).status === 400);
  },

  async *"an account is created, changed and found"(world) {
    const username = unique("alice");
    const body = { username, password: unique("password"), claims: { name: "Alice" } };
    const { subject } = await world.latchkey.createAccount({ body });
    yield;
    const found = await world.latchkey.getAccount({ username });
    assert.deepEqual([found.subject, found.claims.name], [subject, "Alice"]);
    await world.latchkey.updateAccount({ username, body: { claims: { name: "Alice Liddell" } } });
    yield;
    const { claims } = await world.latchkey.getAccount({ username });
    assert.equal(claims.name, "Alice Liddell");
    await world.latchkey.deleteAccount({ username });
    yield;
    assert.equal((await world.latchkey.call("getAccount", { username })).status, 404);
  },
};

async function errorAt(browser: Browser, params: Parameters<typeof authorize>[1]) {
  return (await answerOf(await authorize(browser, params))).parameters["error"];
}

/** Other servers see a change of a client or a key within about half a second. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; !(await isSo()); attempt += 1) {
    assert.ok(attempt < 200, `It did not come to be: ${isSo.toString()}`);
    await pause(50);
  }
}
