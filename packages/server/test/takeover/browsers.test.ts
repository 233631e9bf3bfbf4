import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import { sealHandle, writeSecureCookie } from "../../../takeover/test/support/issued.ts";
import { registerApp } from "../support/app.ts";
import { type Browser, locationOf, openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passLogin, requestOf, signIn } from "../support/flow.ts";
import { SECRET, startTakenServer } from "./taken-server.ts";

const V1 = "oauth2_authentication_session";
const OURS = "__Host-oauth2_authentication_session";
const ISSUER = "https://id.example";

const world = await startTakenServer({
  "urls.self.issuer": ISSUER,
  "urls.login": "https://id.example/login",
  "urls.consent": "https://id.example/consent",
  "urls.logout": "https://id.example/logout",
  "urls.post_logout_redirect": "https://id.example/left",
  "urls.error": "https://id.example/error",
  "serve.cookies.names.session": "the_name_of_the_shop",
});
const { latchkey, addHandle } = world;
const photos = await registerApp(latchkey);

const mac = hash("sha256", SECRET, "buffer");
const cookies = [
  { name: V1, keys: { mac } },
  { name: "ory_hydra_session", keys: { mac, encryption: hash("sha256", mac, "buffer") } },
  { name: "the_name_of_the_shop", keys: { mac, encryption: hash("sha256", mac, "buffer") } },
];

/** A browser in which alice is signed in at the other server. */
async function browserWith({ name, keys }: (typeof cookies)[number]) {
  const own = openBrowser(world);
  const { id_token = "" } = await signIn(world, photos, {
    browser: own,
    login: { remember: true, remember_for: 3600 },
  });
  const [, claims = ""] = id_token.split(".");
  const { sid } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const value = writeSecureCookie(name, ["sid", sid], keys);
  return { browser: openBrowser(world, new Map([[name, value]])), sid };
}

async function isRemembered(browser: Browser): Promise<boolean> {
  const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
  return (await latchkey.getLoginRequest({ login_challenge })).skip;
}

describe("the session cookie of the other server", () => {
  for (const cookie of cookies) {
    const { name } = cookie;

    it(`${name}: the session goes on under our cookie, and the other server still knows it`, async () => {
      const { browser } = await browserWith(cookie);
      const before = browser.cookies.get(name);
      assert.ok(await isRemembered(browser));
      assert.ok(browser.cookies.has(OURS));
      assert.ok(await isRemembered(browser), "with both cookies");
      assert.equal(browser.cookies.get(name), before);
      const alone = openBrowser(world, new Map([[OURS, browser.cookies.get(OURS) ?? ""]]));
      assert.ok(await isRemembered(alone), "with our own cookie alone");
    });

    it(`${name}: is cleared by a logout also after our cookie was set beside it`, async () => {
      const { browser } = await browserWith(cookie);
      assert.ok(await isRemembered(browser));
      const asked = await browser.go(`${ISSUER}/oauth2/sessions/logout`);
      const logout_challenge = challengeOf(asked, "logout");
      const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
      await browser.go(redirect_to);
      assert.deepEqual([browser.cookies.has(name), browser.cookies.has(OURS)], [false, false]);
    });

    it(`${name}: a logout ends the session and clears it`, async () => {
      const { browser } = await browserWith(cookie);
      const twin = browser.clone();
      const asked = await browser.go(`${ISSUER}/oauth2/sessions/logout`);
      const logout_challenge = challengeOf(asked, "logout");
      const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
      assert.equal(locationOf(await twin.go(redirect_to)).href, "https://id.example/left");
      assert.deepEqual([...twin.cookies.keys()], []);
      assert.equal(await isRemembered(browser), false);
    });

    it(`${name}: another login replaces the session`, async () => {
      const { browser } = await browserWith(cookie);
      const asked = await authorize(browser, requestOf(photos, { prompt: "login" }));
      await passLogin(world, browser, asked, { subject: "bob", remember: true });
      assert.equal(browser.cookies.has(name), false);
      const again = challengeOf(await authorize(browser, requestOf(photos)), "login");
      assert.equal((await latchkey.getLoginRequest({ login_challenge: again })).subject, "bob");
    });

    it(`${name}: of a session that has ended signs in no user, and is cleared`, async () => {
      const { browser, sid } = await browserWith(cookie);
      await latchkey.revokeAuthenticationSession({ subject: "alice" });
      assert.ok(sid);
      assert.equal(await isRemembered(browser), false);
      assert.equal(browser.cookies.has(name), false);
      assert.equal(browser.cookies.has(OURS), false);
    });
  }

  it("under another secret is not read", async () => {
    const other = hash("sha256", "another secret", "buffer");
    const { browser } = await browserWith({ name: V1, keys: { mac: other } });
    assert.equal(await isRemembered(browser), false);
  });
});

describe("flows of the other server", () => {
  const parameters = new URLSearchParams({
    client_id: "photos",
    response_type: "code",
    redirect_uri: photos.redirect_uri,
    scope: "openid",
    state: "where photos was",
  });
  const request_url = `${ISSUER}/oauth2/auth?${parameters.toString()}`;
  const challenge = "6b6fb6b763bf4b5199787485f882c519";
  const verifier = "5f385eca480f47f8b76bcbc920ea55ad";

  it("a login challenge is answered with 410 and the way to begin again", async () => {
    await addHandle("login_challenge", challenge, { request_url, target_id: undefined });
    const sealed = sealHandle(SECRET, "{}", { r: request_url, i: "a flow", s: "a subject" });
    for (const login_challenge of [challenge, sealed]) {
      const asked = await latchkey.call("getLoginRequest", { login_challenge });
      assert.equal(asked.status, 410);
      assert.ok(!asked.ok);
      const begun = new URL(String(redirectOf(asked.body)));
      assert.equal(begun.origin + begun.pathname, `${ISSUER}/oauth2/auth`);
      assert.deepEqual([...begun.searchParams], [...parameters]);
      const body = { subject: "alice" };
      const accepted = await latchkey.call("acceptLoginRequest", { login_challenge, body });
      assert.equal(accepted.status, 410);
    }
    const wrong = await latchkey.call("getConsentRequest", { consent_challenge: challenge });
    assert.equal(wrong.status, 404, "a challenge of another kind");
  });

  it("a verifier begins the authorization again", async () => {
    await addHandle("login_verifier", verifier, { request_url, target_id: undefined });
    const sealed = sealHandle(SECRET, '{"p":1}', { r: request_url });
    const unknown = Buffer.alloc(120, 3).toString("base64url");
    for (const login_verifier of [verifier, sealed, unknown]) {
      const browser = openBrowser(world);
      const query = new URLSearchParams([...parameters, ["login_verifier", login_verifier]]);
      const again = await browser.go(`${ISSUER}/oauth2/auth?${query.toString()}`);
      assert.equal(locationOf(again).href, request_url);
      assert.ok(challengeOf(await browser.go(request_url), "login"));
    }
    const alone = await openBrowser(world).go(`${ISSUER}/oauth2/auth?consent_verifier=${unknown}`);
    assert.equal(locationOf(alone).pathname, "/error", "nothing says what was requested");
  });

  it("a URL of another host begins at this server", async () => {
    const elsewhere = `https://mallory.example/oauth2/auth?${parameters.toString()}`;
    const text = "00000000000000000000000000000001";
    await addHandle("login_verifier", text, { request_url: elsewhere, target_id: undefined });
    const again = await openBrowser(world).go(`${ISSUER}/oauth2/auth?login_verifier=${text}`);
    assert.equal(locationOf(again).href, request_url);
  });

  it("a logout that began there goes on here", async () => {
    const { browser } = await browserWith({ name: V1, keys: { mac } });
    const asked = await browser.go(`${ISSUER}/oauth2/sessions/logout`);
    const ours = challengeOf(asked, "logout");
    const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge: ours });
    const logoutId = world.context.signer.read("logout_challenge", ours);
    const [logout_challenge, logout_verifier] = [
      "f544549c-60b2-438e-a5c4-3225825d4982",
      "07a9f6b8-2b3f-4e0f-9a35-0b5e7d6a2c11",
    ];
    const to = { request_url: "/oauth2/sessions/logout", target_id: logoutId };
    await addHandle("logout_challenge", logout_challenge, to);
    await addHandle("logout_verifier", logout_verifier, to);
    assert.equal((await latchkey.getLogoutRequest({ logout_challenge })).subject, "alice");
    const left = await browser.go(
      `${ISSUER}/oauth2/sessions/logout?logout_verifier=${logout_verifier}`,
    );
    assert.equal(locationOf(left).href, "https://id.example/left");
    assert.equal(await isRemembered(browser), false);
    assert.ok(redirect_to);
  });

  it("a logout that is not carried on begins again", async () => {
    const logout_verifier = "07a9f6b8-2b3f-4e0f-9a35-0b5e7d6a2c12";
    const request = "/oauth2/sessions/logout?state=7";
    await addHandle("logout_verifier", logout_verifier, {
      request_url: request,
      target_id: undefined,
    });
    const again = await openBrowser(world).go(
      `${ISSUER}/oauth2/sessions/logout?logout_verifier=${logout_verifier}`,
    );
    assert.equal(locationOf(again).href, `${ISSUER}${request}`);
  });
});

function redirectOf(body: unknown): unknown {
  return body instanceof Object && "redirect_to" in body ? body.redirect_to : undefined;
}
