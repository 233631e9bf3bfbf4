import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { isActive } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import { type Browser, locationOf, openBrowser } from "../support/browser.ts";
import {
  askDevice,
  deviceChallenge,
  codesOf,
  connectDevice,
  DEVICE_CODE,
  enterCode,
  errorOf,
  poll,
  registerTv,
} from "../support/device.ts";
import { challengeOf, passConsent, passLogin, refresh } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer();
const { latchkey, clock, fetch } = world;
const tv = await registerTv(latchkey);

test("a television gets its tokens once its user has consented, and refreshes them", async () => {
  const codes = await codesOf(world, tv, {
    scope: "openid offline",
    audience: "https://api.example",
  });
  assert.deepEqual(Object.keys(codes).toSorted(), [
    "device_code",
    "expires_in",
    "interval",
    "user_code",
    "verification_uri",
    "verification_uri_complete",
  ]);
  assert.match(codes.device_code, /^lk_dc_[\w-]{60}$/);
  assert.match(codes.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.equal(codes.verification_uri, "http://127.0.0.1:4444/device");
  assert.equal(
    codes.verification_uri_complete,
    `${codes.verification_uri}?user_code=${codes.user_code}`,
  );
  assert.deepEqual([codes.expires_in, codes.interval], [600, 5]);
  assert.equal(await errorOf(world, tv, codes.device_code), "authorization_pending");

  const done = await connectDevice(world, codes.user_code);
  assert.equal(locationOf(done).href, "http://127.0.0.1:4444/device/done?client_id=tv");

  const reply = await poll(world, tv, codes.device_code);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.match(reply.headers.get("cache-control") ?? "", /no-store/);
  const { access_token, refresh_token, id_token = "", ...rest } = reply.body;
  assert.deepEqual(rest, { token_type: "bearer", expires_in: 3600, scope: "openid offline" });
  const { sub, aud, nonce } = decodeJwt(id_token);
  assert.deepEqual([sub, aud, nonce], ["alice", ["tv"], undefined]);
  const introspection = await latchkey.introspectOAuth2Token({ token: access_token });
  assert.ok(introspection.active);
  assert.deepEqual(introspection.aud, ["https://api.example"]);

  clock.now += 1;
  const next = await refresh(world, tv, refresh_token);
  assert.ok(next.ok && (await isActive(latchkey, next.body.access_token)));
});

test("the last page says that the device is connected only in that browser, directly afterwards", async () => {
  const { user_code } = await codesOf(world, tv);
  const browser = openBrowser(world);
  const shown = async (page: Response | Promise<Response>) => (await page).text();
  const page = locationOf(await connectDevice(world, user_code, browser)).href;
  const connected = /Your device is connected/;
  assert.match(await shown(browser.go(page)), connected);
  assert.match(await shown(browser.go(page)), connected, "loaded again");

  const neutral = /Continue on your device/;
  assert.match(await shown(openBrowser(world).go(page)), neutral, "in another browser");
  const cookies = [...browser.cookies].map(([name, value]) => [name, `${value}x`] as const);
  assert.match(await shown(openBrowser(world, new Map(cookies)).go(page)), neutral, "forged");
  clock.now += 61;
  assert.match(await shown(browser.go(page)), neutral, "later");
  assert.doesNotMatch(await shown(browser.go(page)), connected);
});

test("the page after a denial says that the device was not connected only in that browser", async () => {
  const shown = async (browser: Browser, page: string) => (await browser.go(page)).text();
  const denials: [string, (browser: Browser, user_code: string) => Promise<string>][] = [
    [
      "on the page for codes",
      async (browser, user_code) => {
        const device_challenge = await deviceChallenge(browser);
        const body = { user_code };
        return (await latchkey.rejectUserCodeRequest({ device_challenge, body })).redirect_to;
      },
    ],
    [
      "at the login",
      async (browser, user_code) => {
        const toLogin = await enterCode(world, browser, user_code);
        const login_challenge = challengeOf(toLogin, "login");
        const { redirect_to } = await latchkey.rejectLoginRequest({ login_challenge });
        return locationOf(await browser.go(redirect_to)).href;
      },
    ],
  ];
  for (const [where, deny] of denials) {
    const { user_code } = await codesOf(world, tv);
    const browser = openBrowser(world);
    const page = await deny(browser, user_code);
    assert.match(await shown(browser, page), /The device was not connected/, where);
    assert.match(await shown(browser, page), /The device was not connected/, "loaded again");

    const neutral = /Continue on your device/;
    const plain = "http://public.test/device/denied";
    const another = openBrowser(world);
    await deviceChallenge(another);
    const unsure: [string, Browser, string][] = [
      ["without the parameter", browser, plain],
      ["in another browser", openBrowser(world), page],
      ["in another browser that enters a code", another, page],
      ["forged", browser, `${page}x`],
      ["with a challenge", browser, `${plain}?device_denial=${await deviceChallenge(browser)}`],
    ];
    for (const [why, visitor, url] of unsure) assert.match(await shown(visitor, url), neutral, why);
    clock.now += 3600;
    assert.match(await shown(browser, page), neutral, "later");
  }
});

test("a client with a secret authenticates for both requests", async () => {
  const app = await registerTv(latchkey, {
    client_id: "console",
    token_endpoint_auth_method: "client_secret_basic",
  });
  const { authorization: _authorization, ...imposter } = app;
  const unauthenticated = { ...imposter, authorization: undefined };
  assertRefused(await askDevice(world, unauthenticated), 401, "invalid_client");
  const { device_code, user_code } = await codesOf(world, app);
  await connectDevice(world, user_code);
  assertRefused(await poll(world, unauthenticated, device_code), 401, "invalid_client");
  assert.equal(await errorOf(world, app, device_code), undefined);
});

test("the lifespans of a client apply to its device codes", async () => {
  const app = await registerTv(latchkey, {
    client_id: "brief",
    device_authorization_grant_access_token_lifespan: "2m",
    device_authorization_grant_refresh_token_lifespan: "1h",
    device_authorization_grant_id_token_lifespan: "3m",
  });
  const { device_code, user_code } = await codesOf(world, app);
  await connectDevice(world, user_code);
  const reply = await poll(world, app, device_code);
  assert.ok(reply.ok);
  const { expires_in, refresh_token = "", id_token = "" } = reply.body;
  assert.equal(expires_in, 120);
  assert.equal(decodeJwt(id_token).exp, clock.now + 180);
  const introspection = await latchkey.introspectOAuth2Token({ token: refresh_token });
  assert.ok(introspection.active);
  assert.equal(introspection.exp, clock.now + 3600);
});

/** Requests that get no codes, with the status and the error. */
const refusals: [string, Parameters<typeof registerTv>[1], object, number, string][] = [
  ["a scope it may not request", {}, { scope: "bank" }, 400, "invalid_scope"],
  ["a malformed scope", {}, { scope: 'o"p' }, 400, "invalid_scope"],
  ["an audience it may not request", {}, { audience: "https://b.example" }, 400, "invalid_request"],
  ["without the grant type", { grant_types: ["refresh_token"] }, {}, 400, "unauthorized_client"],
];

for (const [index, [reason, description, form, status, error]] of refusals.entries()) {
  test(`no codes: ${reason}`, async () => {
    const app = await registerTv(latchkey, { client_id: `tv-${index}`, ...description });
    assertRefused(await askDevice(world, app, form), status, error);
  });
}

test("no codes: no client, an unknown client, a repeated parameter", async () => {
  const ask = (body: string) =>
    fetch("http://public.test/oauth2/device/auth", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
  for (const [body, status] of [
    ["", 401],
    ["client_id=nobody", 401],
    ["client_id=tv&client_id=tv", 400],
  ] as const)
    assert.equal((await ask(body)).status, status, body);
});

test("users type their code in any case, with or without dash, in letters of any width", async () => {
  for (const type of [
    (code: string) => code.toLowerCase(),
    (code: string) => code.replace("-", ""),
    (code: string) => ` ${code.replace("-", " – ")}. `,
    (code: string) =>
      code.replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  ]) {
    const { user_code } = await codesOf(world, tv);
    const device_challenge = await deviceChallenge(openBrowser(world));
    const asked = await latchkey.getUserCodeRequest({
      device_challenge,
      user_code: type(user_code),
    });
    assert.equal(asked.user_code, user_code);
    assert.equal(asked.client.client_name, "Photos TV");
    assert.deepEqual(asked.requested_scope, ["openid", "offline"]);
    assert.equal(asked.challenge, device_challenge);
  }
});

test("a user who rejects the code, the login or the consent denies the device", async () => {
  const rejected = await codesOf(world, tv);
  const browser = openBrowser(world);
  const body = { user_code: rejected.user_code };
  const device_challenge = await deviceChallenge(browser);
  const { redirect_to } = await latchkey.rejectUserCodeRequest({ device_challenge, body });
  assert.match(redirect_to, /^http:\/\/127\.0\.0\.1:4444\/device\/denied\?device_denial=[\w-]+$/);
  assert.equal(await errorOf(world, tv, rejected.device_code), "access_denied");
  assert.deepEqual(
    await latchkey.rejectUserCodeRequest({ device_challenge, body }),
    { redirect_to },
    "repeated",
  );

  const atLogin = await codesOf(world, tv);
  const toLogin = await enterCode(world, browser, atLogin.user_code);
  const login_challenge = challengeOf(toLogin, "login");
  const login = await latchkey.rejectLoginRequest({ login_challenge, body: { error: "no" } });
  assert.match(locationOf(await browser.go(login.redirect_to)).pathname, /^\/device\/denied$/);
  assert.equal(await errorOf(world, tv, atLogin.device_code), "access_denied");

  const atConsent = await codesOf(world, tv);
  const toConsent = await passLogin(
    world,
    browser,
    await enterCode(world, browser, atConsent.user_code),
  );
  const consent_challenge = challengeOf(toConsent, "consent");
  const consent = await latchkey.rejectConsentRequest({ consent_challenge });
  assert.match(locationOf(await browser.go(consent.redirect_to)).pathname, /^\/device\/denied$/);
  assert.equal(await errorOf(world, tv, atConsent.device_code), "access_denied");
});

test("a consent that is revoked before the device has its tokens denies the device", async () => {
  const { device_code, user_code } = await codesOf(world, tv);
  await connectDevice(world, user_code);
  await latchkey.revokeConsentSessions({ subject: "alice", client: "tv" });
  assert.equal(await errorOf(world, tv, device_code), "access_denied");
});

test("a device that asks too early has to wait 5 seconds longer each time, at every server", async () => {
  const { device_code } = await codesOf(world, tv);
  const ask = () => errorOf(world, tv, device_code);
  assert.equal(await ask(), "authorization_pending");
  clock.now += 5;
  assert.equal(await ask(), "authorization_pending");
  clock.now += 3;
  assert.equal(await ask(), "slow_down");
  clock.now += 5;
  assert.equal(await ask(), "slow_down", "the interval is 10 seconds now");
  clock.now += 15;
  assert.equal(await ask(), "authorization_pending");
});

test("asking too early never hides the decision of the user", async () => {
  const { device_code, user_code } = await codesOf(world, tv);
  assert.equal(await errorOf(world, tv, device_code), "authorization_pending");
  await connectDevice(world, user_code);
  assert.equal(await errorOf(world, tv, device_code), undefined);
});

test("both codes expire, and every step responds so", async () => {
  const { device_code, user_code } = await codesOf(world, tv);
  const browser = openBrowser(world);
  const toLogin = await enterCode(world, browser, user_code);
  clock.now += 600;
  const device_challenge = await deviceChallenge(openBrowser(world));
  const reply = await latchkey.call("getUserCodeRequest", { device_challenge, user_code });
  assertRefused(reply, 400, "invalid_request");
  const login = await latchkey.call("acceptLoginRequest", {
    login_challenge: challengeOf(toLogin, "login"),
    body: { subject: "alice" },
  });
  assert.equal(login.status, 404);
  assert.equal(await errorOf(world, tv, device_code), "expired_token");
  await world.server.context.store.sweep(clock.now + 1, 100);
  assert.equal(await errorOf(world, tv, device_code), "expired_token", "also when it is swept");
});

test("a user may go back, start over, and use another account, in the same browser", async () => {
  const { device_code, user_code } = await codesOf(world, tv);
  const browser = openBrowser(world);
  const first = await enterCode(world, browser, user_code);
  await passLogin(world, browser, first, { subject: "mallory", remember: true });
  const second = await enterCode(world, browser, user_code);
  const asked = await latchkey.getLoginRequest({ login_challenge: challengeOf(second, "login") });
  assert.deepEqual([asked.skip, asked.subject], [true, "mallory"]);

  const other = await browser.go(`${asked.request_url}&prompt=login`);
  const anew = await latchkey.getLoginRequest({ login_challenge: challengeOf(other, "login") });
  assert.equal(anew.skip, false);
  await passConsent(world, browser, await passLogin(world, browser, other));
  const reply = await poll(world, tv, device_code);
  assert.ok(reply.ok);
  assert.equal(decodeJwt(reply.body.id_token ?? "").sub, "alice");
  assert.equal((await browser.go(asked.request_url)).status, 400, "the code is used");
});

test("a remembered consent covers a client with a secret, and never a public one", async () => {
  const app = await registerTv(latchkey, {
    client_id: "remembered",
    token_endpoint_auth_method: "client_secret_basic",
  });
  for (const [client, skip] of [
    [app, true],
    [tv, false],
  ] as const) {
    const browser = openBrowser(world);
    const { user_code } = await codesOf(world, client);
    const toConsent = await passLogin(world, browser, await enterCode(world, browser, user_code));
    await passConsent(world, browser, toConsent, { remember: true });
    const again = await codesOf(world, client);
    const next = await passLogin(world, browser, await enterCode(world, browser, again.user_code));
    const consent_challenge = challengeOf(next, "consent");
    assert.equal((await latchkey.getConsentRequest({ consent_challenge })).skip, skip);
  }
});

test("discovery advertises the endpoint and the grant type", async () => {
  const document = await latchkey.discoverOpenIDConfiguration();
  assert.equal(document.device_authorization_endpoint, "http://127.0.0.1:4444/oauth2/device/auth");
  assert.ok(document.grant_types_supported?.includes(DEVICE_CODE));
});

test("the verifiers of login and consent apps are read at the path of devices, too", async () => {
  for (const name of ["device_verifier", "login_verifier", "consent_verifier"]) {
    const forged = `http://public.test/oauth2/device/verify?client_id=tv&${name}=forged`;
    assert.equal((await openBrowser(world).go(forged)).status, 403, name);
  }
  const { user_code } = await codesOf(world, tv);
  const browser = openBrowser(world);
  const login_challenge = challengeOf(await enterCode(world, browser, user_code), "login");
  const body = { subject: "alice" };
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  const asInHydra = redirect_to.replace("/oauth2/auth?", "/oauth2/device/verify?client_id=tv&");
  assert.ok(challengeOf(await browser.go(asInHydra), "consent"));
});

test("an app for user codes of one's own gets the challenge, and its own success page the user", async () => {
  const own = await startTestServer({
    "urls.device.verification": "https://app.example/device",
    "urls.device.success": "https://app.example/connected",
    "urls.error": "https://app.example/error",
  });
  const app = await registerTv(own.latchkey);
  const codes = await codesOf(own, app);
  assert.equal(codes.verification_uri, "http://127.0.0.1:4444/oauth2/device/verify");
  const browser = openBrowser(own);
  const there = locationOf(await browser.go(codes.verification_uri_complete));
  assert.equal(there.origin + there.pathname, "https://app.example/device");
  assert.equal(there.searchParams.get("user_code"), codes.user_code);
  const device_challenge = there.searchParams.get("device_challenge") ?? "";
  const body = { user_code: codes.user_code };
  const accepted = await own.latchkey.acceptUserCodeRequest({ device_challenge, body });
  const path = `/admin/oauth2/auth/requests/device/accept?device_challenge=${device_challenge}`;
  const again = await own.fetch(`http://admin.test${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.deepEqual(await again.json(), accepted, "the path of Hydra 25");
  const back = new URL(accepted.redirect_to);
  assert.equal(back.pathname, "/oauth2/device/verify");
  assert.deepEqual([...back.searchParams.keys()], ["client_id", "device_verifier"]);
  const toLogin = await browser.go(accepted.redirect_to);
  const done = await passConsent(own, browser, await passLogin(own, browser, toLogin));
  assert.equal(locationOf(done).href, "https://app.example/connected?client_id=tv");
  assert.equal((await own.fetch("http://public.test/device")).status, 404);

  const denied = await codesOf(own, app);
  const login_challenge = challengeOf(await enterCode(own, browser, denied.user_code), "login");
  const { redirect_to } = await own.latchkey.rejectLoginRequest({ login_challenge });
  const page = locationOf(await browser.go(redirect_to));
  assert.equal(page.href.split("?")[0], "https://app.example/error");
  assert.equal(page.searchParams.get("error"), "access_denied");
});
