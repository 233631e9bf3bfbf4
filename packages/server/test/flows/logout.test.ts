import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT, decodeJwt, generateKeyPair } from "jose";
import { isActive } from "../operations/machine.ts";
import { type App, registerApp } from "../support/app.ts";
import { type Browser, locationOf, openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, requestOf, signIn } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const LOGOUT = "http://public.test/oauth2/sessions/logout";
const BYE = "https://photos.example/bye";
const settings = {
  "urls.error": "https://id.example/error",
  "urls.logout": "https://id.example/logout",
  "urls.post_logout_redirect": "https://id.example/left",
};

async function start(app = {}) {
  const world = await startTestServer(settings);
  const photos = await registerApp(world.latchkey, { post_logout_redirect_uris: [BYE], ...app });
  return { ...world, world, photos, browser: openBrowser(world) };
}

function leave(browser: Browser, params: Record<string, string> = {}): Promise<Response> {
  return browser.go(`${LOGOUT}?${new URLSearchParams(params)}`);
}

async function confirm({ latchkey }: TestServer, browser: Browser, asked: Response) {
  const logout_challenge = challengeOf(asked, "logout");
  return browser.go((await latchkey.acceptLogoutRequest({ logout_challenge })).redirect_to);
}

async function isRemembered(world: TestServer, app: App, browser: Browser): Promise<boolean> {
  const login_challenge = challengeOf(await authorize(browser, requestOf(app)), "login");
  return (await world.latchkey.getLoginRequest({ login_challenge })).skip;
}

const remember = { login: { remember: true } };

test("without a session the browser is redirected to the default URL", async () => {
  const { browser, latchkey } = await start();
  assert.equal((await leave(browser)).headers.get("location"), "https://id.example/left");
  assert.deepEqual(await latchkey.disconnectUser(), { location: "https://id.example/left" });
});

test("a user who starts a logout is asked, and then the session ends", async () => {
  const { world, photos, browser, latchkey } = await start();
  const { access_token } = await signIn(world, photos, { browser, ...remember });
  const asked = await leave(browser);
  assert.ok(asked.headers.get("location")?.startsWith("https://id.example/logout?"));
  assert.ok(await isRemembered(world, photos, browser), "asking alone ends nothing");
  const left = await confirm(world, browser, asked);
  assert.equal(left.headers.get("location"), "https://id.example/left");
  assert.equal(await isRemembered(world, photos, browser), false);
  assert.ok(![...browser.cookies.keys()].some((name) => name.includes("session")));
  assert.ok(await isActive(latchkey, access_token), "tokens stay good");
});

test("a client with an ID token chooses the redirect URI, and gets its state back", async () => {
  const { world, photos, browser } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
  const hint = { id_token_hint: id_token, post_logout_redirect_uri: BYE, state: "a & b" };
  const left = await confirm(world, browser, await leave(browser, hint));
  assert.equal(left.headers.get("location"), `${BYE}?state=a+%26+b`);
  assert.equal(await isRemembered(world, photos, browser), false);
  const again = await leave(browser, hint);
  assert.equal(again.headers.get("location"), `${BYE}?state=a+%26+b`, "there is no session");
});

test("without a place to go, state is dropped", async () => {
  const { world, photos, browser } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
  const asked = await leave(browser, { id_token_hint: id_token, state: "lost" });
  const left = await confirm(world, browser, asked);
  assert.equal(left.headers.get("location"), "https://id.example/left");
});

test("a logout may come by POST", async () => {
  const { world, photos, browser } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
  const form = { id_token_hint: id_token, post_logout_redirect_uri: BYE };
  const asked = await browser.go(LOGOUT, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  assert.equal((await confirm(world, browser, asked)).headers.get("location"), BYE);
});

test("an expired ID token is a valid hint", async () => {
  const { world, photos, browser, clock } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
  clock.now += 7200;
  const asked = await leave(browser, { id_token_hint: id_token });
  assert.ok(challengeOf(asked, "logout"));
});

test("an ID token of another session asks, and ends only the session of this browser", async () => {
  const { world, photos, browser } = await start();
  const other = openBrowser(world);
  const { id_token = "" } = await signIn(world, photos, { browser: other, ...remember });
  await signIn(world, photos, { browser, login: { subject: "bob", remember: true } });
  const copy = browser.clone();

  const hint = { id_token_hint: id_token, post_logout_redirect_uri: BYE };
  const asked = await leave(browser, hint);
  const logout_challenge = challengeOf(asked, "logout");
  const { subject } = await world.latchkey.getLogoutRequest({ logout_challenge });
  assert.equal(subject, "bob", "the question is about the one who is asked");
  assert.equal((await confirm(world, browser, asked)).headers.get("location"), BYE);
  assert.equal(await isRemembered(world, photos, browser), false);
  assert.equal(await isRemembered(world, photos, copy), false, "not only the cookie is gone");
  assert.ok(await isRemembered(world, photos, other), "alice stays, in her own browser");
});

test("an ID token of a session that has ended asks a browser that has another", async () => {
  const { world, photos, browser } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
  await signIn(world, photos, { browser, params: { prompt: "login" }, ...remember });
  const asked = await leave(browser, { id_token_hint: id_token });
  await confirm(world, browser, asked);
  assert.equal(await isRemembered(world, photos, browser), false);
});

test("a browser without a session may still end the one that its ID token names", async () => {
  const { world, photos, browser } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
  const bare = openBrowser(world);
  await confirm(world, bare, await leave(bare, { id_token_hint: id_token }));
  assert.equal(await isRemembered(world, photos, browser), false);
});

test("a session that was never remembered needs no asking", async () => {
  const { world, photos, browser } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser });
  const left = await leave(browser, { id_token_hint: id_token, post_logout_redirect_uri: BYE });
  assert.equal(left.headers.get("location"), BYE);
});

test("a logout with a state and nothing else asks, and signs out", async () => {
  const { world, photos, browser } = await start();
  await signIn(world, photos, { browser, ...remember });
  const left = await confirm(world, browser, await leave(browser, { state: "x" }));
  assert.equal(left.headers.get("location"), "https://id.example/left", "no client gets the state");
  assert.equal(await isRemembered(world, photos, browser), false);
});

test("a client without an ID token chooses the redirect URI by its client_id, and the user is asked", async () => {
  const { world, photos, browser, latchkey } = await start();
  await signIn(world, photos, { browser, ...remember });
  const place = { client_id: "photos", post_logout_redirect_uri: BYE, state: "a & b" };
  const asked = await leave(browser, place);
  const logout_challenge = challengeOf(asked, "logout");
  const { rp_initiated, subject } = await latchkey.getLogoutRequest({ logout_challenge });
  assert.deepEqual([rp_initiated, subject], [false, "alice"], "no app may skip the question");
  assert.ok(await isRemembered(world, photos, browser), "asking alone ends nothing");
  const left = await confirm(world, browser, asked);
  assert.equal(left.headers.get("location"), `${BYE}?state=a+%26+b`);
  assert.equal(await isRemembered(world, photos, browser), false);
  const again = await leave(openBrowser(world), place);
  assert.equal(again.headers.get("location"), `${BYE}?state=a+%26+b`, "there is no one to ask");
});

test("an error that cannot be sent to a client is shown on the error page", async () => {
  const { world, photos, browser, clock, latchkey } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, ...remember });
  const claims = decodeJwt(id_token);
  const { privateKey } = await generateKeyPair("RS256");
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(privateKey);
  const other = "https://mallory.example/";
  const refused: [string, Record<string, string>][] = [
    ["a place without a hint", { post_logout_redirect_uri: BYE }],
    ["a place of an unknown client", { client_id: "nobody", post_logout_redirect_uri: BYE }],
    ["a place of no client", { client_id: "photos", post_logout_redirect_uri: other }],
    ["no token at all", { id_token_hint: "nonsense" }],
    ["a signature with another key", { id_token_hint: forged }],
    ["an unregistered URI", { id_token_hint: id_token, post_logout_redirect_uri: other }],
    ["almost the place", { id_token_hint: id_token, post_logout_redirect_uri: `${BYE}/` }],
  ];
  for (const [reason, params] of refused) {
    const { origin, pathname, searchParams } = locationOf(await leave(browser, params));
    assert.equal(origin + pathname, "https://id.example/error", reason);
    assert.equal(searchParams.get("error"), "invalid_request", reason);
    assert.ok(searchParams.get("error_description"), reason);
    assert.equal(searchParams.has("state"), false, reason);
  }
  clock.now -= 60;
  const early = locationOf(await leave(browser, { id_token_hint: id_token }));
  assert.equal(early.searchParams.get("error"), "invalid_request", "issued in the future");
  clock.now += 60;
  await latchkey.deleteOAuth2Client({ id: "photos" });
  const orphan = locationOf(await leave(browser, { id_token_hint: id_token }));
  assert.equal(orphan.searchParams.get("error"), "invalid_request", "its client is gone");
});

test("an unknown verifier leads to the error page", async () => {
  const { browser, latchkey } = await start();
  const { searchParams } = locationOf(await leave(browser, { logout_verifier: "nonsense" }));
  assert.equal(searchParams.get("error"), "not_found");
  const { location = "" } = await latchkey.disconnectUser({ logout_verifier: "A".repeat(43) });
  assert.equal(new URL(location).searchParams.get("error"), "not_found");
});

test("a logout started by a user ends nothing when another user has signed in since", async () => {
  const { world, photos, browser } = await start();
  await signIn(world, photos, { browser, ...remember });
  const asked = await leave(browser);
  await signIn(world, photos, {
    browser,
    params: { prompt: "login" },
    login: { subject: "bob", remember: true },
  });
  const left = await confirm(world, browser, asked);
  assert.equal(left.headers.get("location"), "https://id.example/left");
  assert.ok(await isRemembered(world, photos, browser), "bob stays");
});
