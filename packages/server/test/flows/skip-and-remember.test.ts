import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passConsent,
  passLogin,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const DAY = 86_400;

async function start(settings = {}) {
  const world = await startTestServer(settings);
  const photos = await registerApp(world.latchkey);
  const loginOf = async (browser: Browser) => {
    const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
    return world.latchkey.getLoginRequest({ login_challenge });
  };
  return { ...world, world, photos, browser: openBrowser(world), loginOf };
}

test("a login that is not remembered leaves no session, but a sid in the ID token", async () => {
  const { world, photos, browser, loginOf } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser });
  assert.match(String(decodeJwt(id_token)["sid"]), /^[0-9a-f-]{36}$/);
  assert.deepEqual([...browser.cookies.keys()], [], "the cookie of the flow went with the flow");
  assert.equal((await loginOf(browser)).skip, false);
});

test("a remembered user is known the next time, with the same sid", async () => {
  const { world, photos, browser, loginOf } = await start();
  const { id_token = "" } = await signIn(world, photos, { browser, login: { remember: true } });
  const { skip, subject, session_id } = await loginOf(browser);
  assert.deepEqual(
    { skip, subject, session_id },
    { skip: true, subject: "alice", session_id: decodeJwt(id_token)["sid"] },
  );
});

test("a remembered browser must be accepted as the one it is", async () => {
  const { world, latchkey, photos, browser, loginOf } = await start();
  await signIn(world, photos, { browser, login: { remember: true } });
  const { challenge: login_challenge } = await loginOf(browser);
  const body = { subject: "mallory" };
  const reply = await latchkey.call("acceptLoginRequest", { login_challenge, body });
  assertRefused(reply, 400, "invalid_request");
});

/** remember_for, how long the cookie says it lasts, the last second of the session, and whether it is a session cookie. */
const lifetimes = [
  [60, "60", 60, false],
  [0, undefined, 30 * DAY, false],
  [-1, String(30 * DAY), 30 * DAY, false],
  [1000 * DAY, String(400 * DAY), 400 * DAY, false],
  [60, undefined, 60, true],
  [0, undefined, 30 * DAY, true],
  [-1, undefined, 30 * DAY, true],
] as const;

for (const [remember_for, max_age, seconds, session_cookie] of lifetimes) {
  const kind = session_cookie ? " as a session cookie" : "";
  test(`remember_for ${remember_for}${kind} lasts ${seconds} seconds, and a visit makes it no longer`, async () => {
    const { world, photos, browser, clock, loginOf } = await start();
    const asked = await authorize(browser, requestOf(photos));
    const login = { remember: true, remember_for, session_cookie };
    const loggedIn = await passLogin(world, browser, asked, login);
    const line = sessionCookieOf(loggedIn) ?? "";
    assert.equal(/; Max-Age=(-?\d+)/i.exec(line)?.[1], max_age);
    assert.match(line, /; HttpOnly/i);
    assert.match(line, /; Path=\//i);
    assert.match(line, /; SameSite=Lax/i, "None needs TLS");
    await passConsent(world, browser, loggedIn);

    clock.now += seconds - 1;
    assert.ok((await loginOf(browser)).skip);
    await signIn(world, photos, { browser });
    clock.now += 1;
    assert.equal((await loginOf(browser)).skip, false);
  });
}

/** remember_for at the extension, the new Max-Age, the last second of the session from then on, and session_cookie. */
const extensions = [
  [600, "600", 600, false],
  [30, "30", 30, false],
  [0, undefined, 30 * DAY, false],
  [-1, String(30 * DAY), 30 * DAY, false],
  [600, undefined, 600, true],
] as const;

for (const [remember_for, max_age, seconds, session_cookie] of extensions) {
  const kind = session_cookie ? " as a session cookie" : "";
  test(`extend_session_lifespan with remember_for ${remember_for}${kind} lasts ${seconds} seconds from then on`, async () => {
    const { world, photos, browser, clock, loginOf } = await start();
    const { id_token = "" } = await signIn(world, photos, {
      browser,
      login: { remember: true, remember_for: 60, acr: "gold" },
    });
    clock.now += 50;
    const login = { extend_session_lifespan: true, remember_for, session_cookie };
    const asked = await authorize(browser, requestOf(photos));
    const extended = await passLogin(world, browser, asked, login);
    const line = sessionCookieOf(extended) ?? "no cookie";
    assert.equal(/; Max-Age=(-?\d+)/i.exec(line)?.[1], max_age);
    assert.match(line, /^oauth2_authentication_session/);
    await passConsent(world, browser, extended);

    clock.now += seconds - 1;
    const { skip, session_id } = await loginOf(browser);
    assert.deepEqual([skip, session_id], [true, decodeJwt(id_token)["sid"]]);
    const later = await signIn(world, photos, { browser });
    const time = (token = "") => decodeJwt(token)["auth_time"];
    assert.equal(time(later.id_token), time(id_token), "the user did not sign in again");
    clock.now += 1;
    assert.equal((await loginOf(browser)).skip, false);
  });
}

test("extend_session_lifespan keeps the authentication level of the session", async () => {
  const { world, latchkey, photos, browser } = await start();
  await signIn(world, photos, { browser, login: { remember: true, acr: "gold" } });
  await signIn(world, photos, { browser, login: { extend_session_lifespan: true } });
  const asked = await authorize(browser, requestOf(photos, { acr_values: "gold" }));
  const consent_challenge = challengeOf(await passLogin(world, browser, asked), "consent");
  assert.equal((await latchkey.getConsentRequest({ consent_challenge })).acr, "gold");
});

test("extend_session_lifespan at a login without a session does nothing", async () => {
  const { world, photos, browser } = await start();
  const asked = await authorize(browser, requestOf(photos));
  const login = { extend_session_lifespan: true, remember_for: 60 };
  assert.equal(sessionCookieOf(await passLogin(world, browser, asked, login)), undefined);
});

test("extend_session_lifespan does not bring back a session that has ended", async () => {
  const { world, latchkey, photos, browser, loginOf } = await start();
  await signIn(world, photos, { browser, login: { remember: true } });
  const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
  const body = { subject: "alice", extend_session_lifespan: true, remember_for: 60 };
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  await latchkey.revokeAuthenticationSession({ subject: "alice" });
  const back = await browser.go(redirect_to);
  assert.equal((await answerOf(back)).parameters["error"], "login_required");
  assert.equal(sessionCookieOf(back), undefined);
  assert.equal((await loginOf(browser)).skip, false);
});

function sessionCookieOf(response: Response): string | undefined {
  return response.headers.getSetCookie().find((cookie) => cookie.includes("session"));
}

test("over TLS cookies are Secure and SameSite=None, under names of their own", async () => {
  const { world, photos, browser } = await start({ "urls.self.issuer": "https://id.example" });
  const asked = await authorize(browser, requestOf(photos));
  const loggedIn = await passLogin(world, browser, asked, { remember: true });
  const lines = [...asked.headers.getSetCookie(), ...loggedIn.headers.getSetCookie()];
  assert.equal(lines.length, 2);
  for (const line of lines) {
    assert.match(line, /; Secure/i);
    assert.match(line, /; SameSite=None/i);
    assert.doesNotMatch(line, /_insecure=/);
  }
});

test("a login that is not to be remembered ends the session that was", async () => {
  const { world, photos, browser, loginOf } = await start();
  await signIn(world, photos, { browser, login: { remember: true } });
  const copy = browser.clone();
  await signIn(world, photos, { browser, params: { prompt: "login" } });
  assert.equal((await loginOf(browser)).skip, false);
  assert.equal(
    (await loginOf(copy)).skip,
    false,
    "the session itself is over, not just its cookie",
  );
});

test("a cookie with an invalid signature is ignored", async () => {
  const { world, photos, browser, loginOf } = await start();
  await signIn(world, photos, { browser, login: { remember: true } });
  const [[name, value] = ["", ""]] = [...browser.cookies].filter(([key]) =>
    key.includes("session"),
  );
  const other = value.startsWith("A") ? "B" : "A";
  for (const forged of ["", "nonsense", other + value.slice(1), value.slice(0, -2)]) {
    const mallory = openBrowser(world, new Map([[name, forged]]));
    assert.equal((await loginOf(mallory)).skip, false, forged);
  }
});

test("a remembered consent counts from when the client asked, and 0 is for ever", async () => {
  const { world, latchkey, photos, browser, clock } = await start();
  const isSkipped = async () => {
    const asked = await passLogin(world, browser, await authorize(browser, requestOf(photos)));
    const consent_challenge = challengeOf(asked, "consent");
    return (await latchkey.getConsentRequest({ consent_challenge })).skip;
  };
  const asked = await authorize(browser, requestOf(photos));
  clock.now += 10;
  const loggedIn = await passLogin(world, browser, asked);
  await passConsent(world, browser, loggedIn, { remember: true, remember_for: 7200 });
  clock.now += 7189;
  assert.ok(await isSkipped());
  clock.now += 1;
  assert.equal(await isSkipped(), false);

  await signIn(world, photos, { browser, consent: { remember: true, remember_for: 0 } });
  clock.now += 3650 * DAY;
  assert.ok(await isSkipped());
});

test("a skipped consent has to say again what the tokens hold", async () => {
  const { world, latchkey, photos, browser } = await start();
  const session = { access_token: { team: "north" } };
  await signIn(world, photos, { browser, consent: { remember: true, session } });
  const { access_token } = await signIn(world, photos, { browser });
  const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(introspection.active);
  assert.equal(introspection.ext, undefined);
});
