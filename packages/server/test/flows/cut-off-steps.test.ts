import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { type Browser, locationOf, openBrowser } from "../support/browser.ts";
import { codesOf, enterCode, errorOf, registerTv } from "../support/device.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passConsent,
  passLogin,
  redeem,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const FRAME = "https://photos.example/forget";

async function start() {
  const world = await startTestServer({ "urls.logout": "https://id.example/logout" });
  const photos = await registerApp(world.latchkey, { frontchannel_logout_uri: FRAME });
  const browser = openBrowser(world);
  const isSignedIn = async (visitor: Browser) => {
    const response = await authorize(visitor, requestOf(photos, { prompt: "none" }));
    return locationOf(response).searchParams.has("login_challenge");
  };
  const acceptLogin = async (asked: Response, body = {}) => {
    const login_challenge = challengeOf(asked, "login");
    const answer = { login_challenge, body: { subject: "alice", ...body } };
    return (await world.latchkey.acceptLoginRequest(answer)).redirect_to;
  };
  const acceptConsent = async (asked: Response) => {
    const consent_challenge = challengeOf(asked, "consent");
    const body = { grant_scope: ["openid", "offline"] };
    return (await world.latchkey.acceptConsentRequest({ consent_challenge, body })).redirect_to;
  };
  return { ...world, world, photos, browser, isSignedIn, acceptLogin, acceptConsent };
}

/** The step is taken, but its response never reaches the browser: a twin gets it instead. */
async function cutOff(browser: Browser, url: string): Promise<Response> {
  return browser.clone().go(url);
}

for (const [title, login, expected] of [
  ["a remembered login", { remember: true, remember_for: 60 }, "Max-Age=60"],
  ["a login until the browser closes", { remember: true, remember_for: 0 }, "no Max-Age"],
  ["a login that is not remembered", {}, "no cookie"],
] as const) {
  test(`the step after login can be repeated when its response was lost: ${title}`, async () => {
    const { world, photos, browser, isSignedIn, acceptLogin } = await start();
    const url = await acceptLogin(await authorize(browser, requestOf(photos)), login);
    const lost = await cutOff(browser, url);
    const again = await browser.go(url);
    assert.equal(again.headers.get("location"), lost.headers.get("location"));
    const cookie = again.headers.getSetCookie().find((line) => line.includes("session"));
    const maxAge = cookie && (/Max-Age=\d+/.exec(cookie)?.[0] ?? "no Max-Age");
    assert.equal(maxAge ?? "no cookie", expected);
    assert.equal(await isSignedIn(browser), "remember" in login);
    const { parameters } = await answerOf(await passConsent(world, browser, again));
    assert.ok((await redeem(world, photos, parameters["code"] ?? "")).ok);
  });
}

test("the step after a login that extends the session can be repeated when its response was lost", async () => {
  const { world, photos, browser, clock, isSignedIn, acceptLogin } = await start();
  await signIn(world, photos, { browser, login: { remember: true, remember_for: 60 } });
  const extending = { extend_session_lifespan: true, remember_for: 600 };
  const url = await acceptLogin(await authorize(browser, requestOf(photos)), extending);
  await cutOff(browser, url);
  clock.now += 10;
  const again = await browser.go(url);
  const cookie = again.headers.getSetCookie().find((line) => line.includes("session"));
  assert.equal(/Max-Age=\d+/.exec(cookie ?? "")?.[0], "Max-Age=590");
  assert.ok(await isSignedIn(browser));
  const reloaded = await authorize(browser, requestOf(photos));
  const kept = await browser.go(await acceptLogin(reloaded));
  assert.ok(!kept.headers.getSetCookie().some((line) => line.includes("session")));
});

test("a repeated step after login does not bring back a session that has ended", async () => {
  const { photos, latchkey, browser, isSignedIn, acceptLogin } = await start();
  const url = await acceptLogin(await authorize(browser, requestOf(photos)), { remember: true });
  await browser.go(url);
  await latchkey.revokeAuthenticationSession({ subject: "alice" });
  challengeOf(await browser.go(url), "consent");
  assert.equal(await isSignedIn(browser), false);
});

test("a repeated step after login leaves a newer session alone, and ends its own", async () => {
  const { world, photos, browser, isSignedIn, acceptLogin } = await start();
  const url = await acceptLogin(await authorize(browser, requestOf(photos)), { remember: true });
  const twin = browser.clone();
  await twin.go(url);
  assert.ok(await isSignedIn(twin));
  await signIn(world, photos, { browser, login: { subject: "bob", remember: true } });
  challengeOf(await browser.go(url), "consent");
  assert.equal(await isSignedIn(twin), false, "one browser, one session");
  const asked = await authorize(browser, requestOf(photos));
  const login_challenge = challengeOf(asked, "login");
  const { subject } = await world.latchkey.getLoginRequest({ login_challenge });
  assert.equal(subject, "bob");
});

for (const response_type of ["code", "code id_token", "id_token token"]) {
  test(`the step after consent can be repeated when its response was lost: ${response_type}`, async () => {
    const { world, photos, browser, acceptConsent } = await start();
    const params = requestOf(photos, { response_type, nonce: "n" });
    const url = await acceptConsent(
      await passLogin(world, browser, await authorize(browser, params)),
    );
    const lost = (await answerOf(await cutOff(browser, url))).parameters;
    const again = (await answerOf(await browser.go(url))).parameters;
    assert.equal(again["error"], undefined);
    assert.deepEqual(Object.keys(again), Object.keys(lost));
    assert.equal(again["code"], lost["code"]);
    assert.equal(again["access_token"], lost["access_token"]);
    if (again["code"]) assert.ok((await redeem(world, photos, again["code"])).ok);

    const reloaded = (await answerOf(await browser.go(url))).parameters;
    assert.equal(reloaded["error"], "invalid_request", "the response had arrived by then");
  });
}

test("the step after consent of a device's flow can be repeated when its response was lost", async () => {
  const { world, latchkey, browser, acceptConsent } = await start();
  const tv = await registerTv(latchkey);
  const { user_code, device_code } = await codesOf(world, tv);
  const toLogin = await enterCode(world, browser, user_code);
  const url = await acceptConsent(await passLogin(world, browser, toLogin));
  await cutOff(browser, url);
  assert.equal(locationOf(await browser.go(url)).pathname, "/device/done");
  assert.equal(await errorOf(world, tv, device_code), undefined);
});

test("a step after consent is not repeated once its code was redeemed, or has expired", async () => {
  const { world, photos, browser, clock, acceptConsent } = await start();
  const begin = async () =>
    acceptConsent(await passLogin(world, browser, await authorize(browser, requestOf(photos))));
  const url = await begin();
  const { parameters } = await answerOf(await cutOff(browser, url));
  const redeemed = await redeem(world, photos, parameters["code"] ?? "");
  assert.ok(redeemed.ok);
  const again = await answerOf(await browser.go(url));
  assert.equal(again.parameters["error"], "invalid_request");
  assert.equal(again.parameters["code"], undefined);

  const late = await begin();
  await cutOff(browser, late);
  clock.now += 600;
  assert.equal((await answerOf(await browser.go(late))).parameters["error"], "invalid_request");
});

test("another browser cannot repeat a step", async () => {
  const { world, photos, browser, acceptLogin, acceptConsent } = await start();
  const mallory = openBrowser(world);
  const login = await acceptLogin(await authorize(browser, requestOf(photos)));
  const consent = await acceptConsent(await cutOff(browser, login));
  const stolen = await answerOf(await mallory.go(login));
  assert.equal(stolen.parameters["error"], "invalid_request");
  await cutOff(browser, consent);
  const { parameters } = await answerOf(await mallory.go(consent));
  assert.equal(parameters["error"], "invalid_request");
  assert.equal(parameters["code"], undefined);
});

test("a refusal whose response was lost is repeated", async () => {
  const { world, latchkey, photos, browser, acceptLogin } = await start();
  const asked = await authorize(browser, requestOf(photos));
  const login_challenge = challengeOf(asked, "login");
  const no = { login_challenge, body: { error: "access_denied", error_description: "No." } };
  const rejected = (await latchkey.rejectLoginRequest(no)).redirect_to;

  const other = await passLogin(world, browser, await authorize(browser, requestOf(photos)));
  const consent_challenge = challengeOf(other, "consent");
  const denied = (await latchkey.rejectConsentRequest({ consent_challenge })).redirect_to;

  const { id_token = "" } = await signIn(world, photos, { login: { subject: "bob" } });
  const hinted = await authorize(browser, requestOf(photos, { id_token_hint: id_token }));
  const wrong = await acceptLogin(hinted, { subject: "alice" });

  for (const url of [rejected, denied, wrong]) {
    const lost = await answerOf(await cutOff(browser, url));
    assert.ok(lost.parameters["error"]);
    assert.deepEqual(await answerOf(await browser.go(url)), lost);
  }
});

test("a sign-out that was cut off can be repeated, frames and all", async () => {
  const { world, latchkey, photos, browser, isSignedIn } = await start();
  await signIn(world, photos, { browser, login: { remember: true } });
  const asked = await browser.go("http://public.test/oauth2/sessions/logout");
  const logout_challenge = challengeOf(asked, "logout");
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  const lost = await cutOff(browser, redirect_to);
  const again = await browser.go(redirect_to);
  assert.equal(again.status, 200);
  assert.equal(await again.text(), await lost.text());
  assert.ok(![...browser.cookies.keys()].some((name) => name.includes("session")));

  await signIn(world, photos, { browser, login: { remember: true } });
  await browser.go(redirect_to);
  assert.ok(await isSignedIn(browser), "a later session is not its business");
});
