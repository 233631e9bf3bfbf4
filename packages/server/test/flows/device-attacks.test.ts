import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { mintUserCode } from "../../src/features/device/user-code-mac.ts";
import { isActive } from "../operations/machine.ts";
import { fieldsOf } from "../operations/refusal.ts";
import { readForm } from "../interop/form.ts";
import { registerApp } from "../support/app.ts";
import { type Browser, locationOf, openBrowser } from "../support/browser.ts";
import {
  askDevice,
  deviceChallenge,
  codesOf,
  connectDevice,
  enterCode,
  errorOf,
  poll,
  registerTv,
} from "../support/device.ts";
import { challengeOf, codeFor, passLogin, redeem } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-devices-"));
after(() => rmSync(directory, { recursive: true }));
const settings = {
  dsn: `sqlite://${join(directory, "devices.sqlite")}`,
  "serve.trusted_proxies": ["127.0.0.0/8"],
  "limits.rate.authorizations": 40,
};
const here = await startTestServer(settings);
const there = await startTestServer(settings);
const { latchkey, clock } = here;
const tv = await registerTv(latchkey);
const other = await registerTv(latchkey, { client_id: "other" });
await there.server.context.store.refresh();

/** A browser at an address of its own. */
function browserAt(address: string, server: TestServer = here): Browser {
  const fetch: TestServer["fetch"] = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-for", address);
    return server.fetch(input, { ...init, headers });
  };
  return openBrowser({ fetch });
}

function lookUp(device_challenge: string, user_code: string, server: TestServer = here) {
  return server.latchkey.call("getUserCodeRequest", { device_challenge, user_code });
}

test("a browser that guesses user codes has to wait, and so does its right guess", async () => {
  const { user_code } = await codesOf(here, tv);
  const device_challenge = await deviceChallenge(browserAt("192.0.2.1"));
  for (let guess = 0; guess < 5; guess += 1)
    assert.equal((await lookUp(device_challenge, mintUserCode())).status, 400);
  for (const wait of [1, 2, 4, 8]) {
    const refused = await lookUp(device_challenge, user_code);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, String(wait)]);
    const elsewhere = await there.latchkey.call("acceptUserCodeRequest", {
      device_challenge,
      body: { user_code },
    });
    assert.equal(elsewhere.status, 429, "at every server, and for every operation");
    clock.now += wait;
    there.clock.now = clock.now;
    assert.equal((await lookUp(device_challenge, mintUserCode())).status, 400);
  }
  clock.now += 16;
  there.clock.now = clock.now;
  assert.equal((await lookUp(device_challenge, user_code)).status, 200);
});

test("an address that guesses with a new browser each time has to wait", async () => {
  const { user_code } = await codesOf(here, tv);
  for (let guess = 0; guess < 20; guess += 1) {
    const server = guess % 2 === 0 ? here : there;
    const challenge = await deviceChallenge(browserAt("192.0.2.2", server));
    assert.equal((await lookUp(challenge, mintUserCode(), server)).status, 400);
  }
  const refused = await lookUp(
    await deviceChallenge(browserAt("192.0.2.2", there)),
    user_code,
    there,
  );
  assert.equal(refused.status, 429);
  assert.equal(
    (await lookUp(await deviceChallenge(browserAt("192.0.2.3")), user_code)).status,
    200,
  );
});

test("entering a code of one's own does not reset the guesses", async () => {
  const own = await codesOf(here, tv);
  const challenge = await deviceChallenge(browserAt("192.0.2.4"));
  for (let guess = 0; guess < 5; guess += 1) {
    await lookUp(challenge, own.user_code);
    await lookUp(challenge, mintUserCode());
  }
  assert.equal((await lookUp(challenge, own.user_code)).status, 429);
});

test("what cannot be a code is no guess", async () => {
  const challenge = await deviceChallenge(browserAt("192.0.2.5"));
  for (const slip of ["", "WDJB", "WDJB-MJH", "AEIO-UAEI", "12345678", "x".repeat(5_000)]) {
    for (let time = 0; time < 3; time += 1)
      assert.equal((await lookUp(challenge, slip)).status, 400, slip.slice(0, 10));
  }
});

test("a device code is worth nothing to another client, and its use does not slow the right one", async () => {
  const { device_code, user_code } = await codesOf(here, tv);
  assert.equal(await errorOf(here, other, device_code), "invalid_grant");
  assert.equal(await errorOf(here, tv, device_code), "authorization_pending");
  await connectDevice(here, user_code);
  assert.equal(await errorOf(here, other, device_code), "invalid_grant");
  assert.equal(await errorOf(here, tv, device_code), undefined);
});

test("a device code is redeemed once, by one of two servers, and a replay revokes nothing", async () => {
  const { device_code, user_code } = await codesOf(here, tv);
  await connectDevice(here, user_code);
  const replies = await Promise.all(
    [here, there, here, there].map((server) => poll(server, tv, device_code)),
  );
  const granted = replies.filter((reply) => reply.ok);
  assert.equal(granted.length, 1);
  assert.equal(await errorOf(there, tv, device_code), "invalid_grant");
  assert.equal(await errorOf(here, tv, device_code), "invalid_grant");
  for (const reply of granted) assert.ok(await isActive(latchkey, reply.body.access_token));
});

test("two servers keep one pace", async () => {
  const { device_code } = await codesOf(here, tv);
  there.clock.now = clock.now;
  assert.equal(await errorOf(here, tv, device_code), "authorization_pending");
  assert.equal(await errorOf(there, tv, device_code), "slow_down");
});

test("a forged code, and a code of another kind, is no device code, and the other way round", async () => {
  const photos = await registerApp(latchkey, {
    grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
  });
  const { device_code, user_code } = await codesOf(here, photos);
  await connectDevice(here, user_code);
  const code = await codeFor(here, photos);
  const swapped = `lk_dc_${code.slice("lk_ac_".length)}`;
  const changed = device_code.slice(0, -1) + (device_code.endsWith("A") ? "B" : "A");
  for (const forged of [code, swapped, changed, "lk_dc_", "x".repeat(4_000)])
    assert.equal(await errorOf(here, photos, forged), "invalid_grant", forged.slice(0, 12));
  const asCode = `lk_ac_${device_code.slice("lk_dc_".length)}`;
  for (const forged of [device_code, asCode])
    assert.equal((await redeem(here, photos, forged)).status, 400);
  assert.equal(await errorOf(here, photos, device_code), undefined);
});

test("a verifier that an attacker sends works in no other browser", async () => {
  const { device_code, user_code } = await codesOf(here, tv);
  const attacker = openBrowser(here);
  const device_challenge = await deviceChallenge(attacker);
  const { redirect_to } = await latchkey.acceptUserCodeRequest({
    device_challenge,
    body: { user_code },
  });
  const victim = openBrowser(here);
  assert.equal((await victim.go(redirect_to)).status, 403);
  await deviceChallenge(victim);
  assert.equal((await victim.go(redirect_to)).status, 403, "with a cookie of its own");

  const toLogin = await attacker.go(redirect_to);
  const login_challenge = challengeOf(toLogin, "login");
  const login = await latchkey.acceptLoginRequest({ login_challenge, body: { subject: "alice" } });
  assert.equal((await victim.go(login.redirect_to)).status, 403);
  assert.notEqual(await errorOf(here, tv, device_code), undefined);
});

test("a code that was entered in one browser cannot be entered or rejected in another", async () => {
  const { device_code, user_code } = await codesOf(here, tv);
  const browser = openBrowser(here);
  await passLogin(here, browser, await enterCode(here, browser, user_code));
  const device_challenge = await deviceChallenge(openBrowser(here));
  const body = { user_code };
  assert.equal((await lookUp(device_challenge, user_code)).status, 400);
  for (const operation of ["acceptUserCodeRequest", "rejectUserCodeRequest"] as const)
    assert.equal((await latchkey.call(operation, { device_challenge, body })).status, 400);
  assert.equal(await errorOf(here, tv, device_code), "authorization_pending");
});

test("of two browsers that enter a code at once, one wins", async () => {
  const { user_code } = await codesOf(here, tv);
  const challenges = await Promise.all([here, there].map((at) => deviceChallenge(openBrowser(at))));
  const replies = await Promise.all(
    challenges.map((device_challenge, index) =>
      (index === 0 ? here : there).latchkey.call("acceptUserCodeRequest", {
        device_challenge,
        body: { user_code },
      }),
    ),
  );
  assert.equal(replies.filter(({ ok }) => ok).length, 1);
  assert.ok(replies.some(({ status }) => status === 400));
});

test("a challenge that is missing, forged, of another kind or expired is refused", async () => {
  const { user_code } = await codesOf(here, tv);
  const challenge = await deviceChallenge(openBrowser(here));
  const login = challengeOf(await enterCode(here, openBrowser(here), user_code), "login");
  for (const [text, status] of [
    ["", 400],
    ["forged", 404],
    [login, 404],
    [`${challenge.slice(0, -1)}${challenge.endsWith("A") ? "B" : "A"}`, 404],
  ] as const)
    assert.equal((await lookUp(text, mintUserCode())).status, status, text);
  clock.now += 3600;
  const expired = await lookUp(challenge, mintUserCode());
  assert.equal(expired.status, 404);
  assert.ok("redirect_to" in fieldsOf(expired.body), "with a URL to start again");
});

test("a device of a deleted client is not connected", async () => {
  const gone = await registerTv(latchkey, { client_id: "gone" });
  const { user_code } = await codesOf(here, gone);
  const browser = openBrowser(here);
  const toLogin = await enterCode(here, browser, user_code);
  await latchkey.deleteOAuth2Client({ id: "gone" });
  const login_challenge = challengeOf(toLogin, "login");
  assert.equal((await latchkey.call("getLoginRequest", { login_challenge })).status, 404);
  await registerTv(latchkey, { client_id: "gone" });
  assert.equal((await lookUp(await deviceChallenge(browser), user_code)).status, 400);
});

test("an address may start so many device authorizations a minute", async () => {
  const ask = (address: string) =>
    here.fetch("http://public.test/oauth2/device/auth", {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": address,
      },
      body: "client_id=tv",
    });
  for (let time = 0; time < 40; time += 1) assert.equal((await ask("192.0.2.9")).status, 200);
  const refused = await ask("192.0.2.9");
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await ask("192.0.2.10")).status, 200);
  assert.equal((await askDevice(here, tv)).status, 200);
});

test("the form of another site or browser connects nothing, and neither does a link", async () => {
  const { device_code, user_code } = await codesOf(here, tv);
  const browser = openBrowser(here);
  const opened = await browser.go(`http://public.test/device?user_code=${user_code}`);
  const page = locationOf(await browser.go(locationOf(opened).href)).href;
  const form = readForm(await (await browser.go(page)).text());
  assert.equal(form?.fields.get("user_code"), user_code, "filled in, not sent");

  const csrf = form?.fields.get("csrf") ?? "";
  const thief = openBrowser(here);
  await thief.go(page);
  for (const [attacker, token] of [
    [browser, ""],
    [browser, "forged"],
    [thief, csrf],
    [openBrowser(here), csrf],
  ] as const) {
    const body = new URLSearchParams({ csrf: token, user_code, decision: "confirm" });
    assert.equal((await attacker.go(page, { method: "POST", body })).status, 403);
  }
  assert.equal(await errorOf(here, tv, device_code), "authorization_pending");
});
