import assert from "node:assert/strict";
import { test } from "node:test";
import { isActive } from "../operations/machine.ts";
import { registerApp } from "../support/app.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  type FlowOptions,
  passConsent,
  passLogin,
  refresh,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { logOut } from "./log-out.ts";

async function start() {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey, { client_id: "photos" });
  const browser = openBrowser(world);
  /** Whether a browser, or a copy of its cookies, passes `prompt=none`. */
  const isSignedIn = async (visitor: Browser) => {
    const response = await authorize(visitor, requestOf(photos, { prompt: "none" }));
    return new URL(response.headers.get("location") ?? "").searchParams.has("login_challenge");
  };
  const signInAgain = (options: FlowOptions) =>
    signIn(world, photos, { browser, params: { prompt: "login" }, ...options });
  return { ...world, world, photos, browser, isSignedIn, signInAgain };
}

const remember = { login: { remember: true } };

/** What the second login in the same browser answers. */
const replacements: [title: string, login: NonNullable<FlowOptions["login"]>][] = [
  ["the same user, remembered", { remember: true }],
  ["the same user, until the browser closes", { remember: true, remember_for: 0 }],
  ["another user, remembered", { subject: "bob", remember: true }],
  ["the same user, not remembered", { remember: false }],
  ["another user, not remembered", { subject: "bob", remember: false }],
];

for (const [title, login] of replacements) {
  test(`a login replaces the session of its browser: ${title}`, async () => {
    const { world, latchkey, photos, browser, isSignedIn, signInAgain } = await start();
    const tokens = await signIn(world, photos, { browser, ...remember });
    const copy = browser.clone();
    assert.ok(await isSignedIn(copy));

    await signInAgain({ login });
    assert.equal(await isSignedIn(copy), false, "the replaced session is over");
    assert.equal(await isSignedIn(browser), login.remember);
    assert.ok(await isActive(latchkey, tokens.access_token), "tokens stay valid");
    assert.equal((await refresh(world, photos, tokens.refresh_token)).status, 200);

    if (login.remember) await logOut(world, browser);
    assert.equal(await isSignedIn(copy), false);
    assert.equal(await isSignedIn(browser), false);
  });
}

test("two tabs that sign in one after the other leave one session", async () => {
  const { world, photos, browser, isSignedIn } = await start();
  const first = await authorize(browser, requestOf(photos));
  const second = await authorize(browser, requestOf(photos));
  const asked = await passLogin(world, browser, first, { remember: true });
  const copy = browser.clone();
  const askedToo = await passLogin(world, browser, second, { remember: true });
  assert.equal(await isSignedIn(copy), false);
  for (const response of [asked, askedToo]) {
    const { parameters } = await answerOf(await passConsent(world, browser, response));
    assert.ok(parameters["code"], "both tabs arrive at the app");
  }
  assert.ok(await isSignedIn(browser));
  await logOut(world, browser);
  assert.equal(await isSignedIn(browser), false);
});

test("a login that is refused ends the session of its browser", async () => {
  const { world, photos, browser, isSignedIn } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
  const copy = browser.clone();
  const params = requestOf(photos, { prompt: "login", id_token_hint: id_token });
  const asked = await authorize(browser, params);
  const login = { subject: "bob", remember: true };
  const { parameters } = await answerOf(await passLogin(world, browser, asked, login));
  assert.equal(parameters["error"], "login_required");
  assert.equal(await isSignedIn(copy), false);
  assert.equal(await isSignedIn(browser), false);
});

test("signing out ends the session that the browser has by then", async () => {
  const { world, latchkey, photos, browser, isSignedIn, signInAgain } = await start();
  await signIn(world, photos, { browser, ...remember });
  const asked = await browser.go("http://public.test/oauth2/sessions/logout");
  await signInAgain(remember);
  const copy = browser.clone();
  const logout_challenge = challengeOf(asked, "logout");
  await browser.go((await latchkey.acceptLogoutRequest({ logout_challenge })).redirect_to);
  assert.equal(await isSignedIn(browser), false);
  assert.equal(await isSignedIn(copy), false, "not only the cookie is gone");
});
