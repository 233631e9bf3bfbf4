import assert from "node:assert/strict";
import { test } from "node:test";
import type { AcceptConsentRequest, AuthorizationRequest } from "@latchkey/api";
import { type App, registerApp } from "../support/app.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passLogin,
  refresh,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

/** Alice allowed photos to recognise her and to have offline access, and is remembered. */
async function start(app: object = {}) {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey, {
    scope: "openid offline profile email albums.*",
    ...app,
  });
  const browser = openBrowser(world);
  const first = await signIn(world, photos, {
    browser,
    params: { scope: "openid offline" },
    login: { remember: true },
    consent: { remember: true },
  });
  return { world, photos, browser, first };
}

async function consentFor(
  world: TestServer,
  photos: App,
  browser: Browser,
  params: AuthorizationRequest,
) {
  const response = await passLogin(
    world,
    browser,
    await authorize(browser, requestOf(photos, params)),
  );
  const { parameters } = await answerOf(response);
  assert.equal(parameters["error"], undefined);
  const consent_challenge = challengeOf(response, "consent");
  return world.latchkey.getConsentRequest({ consent_challenge });
}

test("a consent request says what was granted before, so that only the rest is asked for", async () => {
  const { world, photos, browser } = await start();
  const asked = await consentFor(world, photos, browser, {
    scope: "openid offline profile",
    audience: "https://api.example",
  });
  assert.equal(asked.skip, false);
  assert.deepEqual(asked.granted_before, {
    scope: ["openid", "offline"],
    access_token_audience: [],
  });
});

const silent: [string, AuthorizationRequest][] = [
  ["all of it was granted before", { scope: "openid" }],
  ["nothing of it was granted before", { scope: "profile" }],
  ["the client asks for a new consent", { scope: "openid profile", prompt: "consent" }],
];

for (const [reason, params] of silent) {
  test(`there is no granted_before where ${reason}`, async () => {
    const { world, photos, browser } = await start();
    const asked = await consentFor(world, photos, browser, params);
    assert.equal(asked.granted_before, undefined);
  });
}

test("a consent that is not remembered is not granted before", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, login: { remember: true } });
  const asked = await consentFor(world, photos, browser, { scope: "openid offline profile" });
  assert.equal(asked.granted_before, undefined);
});

test("a larger consent leaves the tokens of the earlier one valid", async () => {
  const { world, photos, browser, first } = await start();
  const second = await signIn(world, photos, {
    browser,
    params: { scope: "openid offline profile" },
    consent: { remember: true },
  });
  assert.equal(second.scope, "openid offline profile");
  const introspected = await world.latchkey.introspectOAuth2Token({ token: first.access_token });
  assert.equal(introspected.active, true);
  const refreshed = await refresh(world, photos, first.refresh_token);
  assert.ok(refreshed.ok, JSON.stringify(refreshed.body));
});

/** Consents one after another, each with what is requested and granted, and what is covered afterwards. */
const sequences: [string, [string, AcceptConsentRequest][], string, string][] = [
  [
    "another scope is granted beside the first",
    [["profile", { grant_scope: ["profile"] }]],
    "openid offline profile",
    "email",
  ],
  [
    "a scope is asked for again and not granted",
    [["openid offline profile", { grant_scope: ["openid", "profile"] }]],
    "openid profile",
    "offline",
  ],
  [
    "three consents",
    [
      ["profile", { grant_scope: ["profile"] }],
      ["email", { grant_scope: ["email"] }],
    ],
    "openid offline profile email",
    "albums.read",
  ],
];

for (const [reason, consents, covered, not_covered] of sequences) {
  test(`${reason}: ${covered} is remembered, ${not_covered} is not`, async () => {
    const { world, photos, browser } = await start();
    for (const [scope, consent] of consents) {
      const params = { scope, prompt: "consent" };
      await signIn(world, photos, { browser, params, consent: { ...consent, remember: true } });
    }
    const known = await consentFor(world, photos, browser, { scope: covered });
    assert.equal(known.skip, true);
    const unknown = await consentFor(world, photos, browser, {
      scope: `${covered} ${not_covered}`,
    });
    assert.equal(unknown.skip, false);
    assert.equal(unknown.granted_before?.scope.join(" "), covered);
  });
}

test("revoking the consents of a client forgets all that was granted before", async () => {
  const { world, photos, browser } = await start();
  const params = { scope: "openid offline profile" };
  await signIn(world, photos, { browser, params, consent: { remember: true } });
  await world.latchkey.revokeConsentSessions({ subject: "alice", client: "photos" });
  const asked = await consentFor(world, photos, browser, params);
  assert.deepEqual([asked.skip, asked.granted_before], [false, undefined]);
});

test("a public client that another app could impersonate is asked for everything", async () => {
  const { world, browser } = await start();
  const app = await registerApp(world.latchkey, {
    client_id: "native",
    token_endpoint_auth_method: "none",
    redirect_uris: ["com.example.app:/cb"],
  });
  const code_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const pkce = { code_challenge, code_challenge_method: "S256" };
  const asked = await passLogin(
    world,
    browser,
    await authorize(browser, requestOf(app, { ...pkce, scope: "openid" })),
  );
  const consent_challenge = challengeOf(asked, "consent");
  const body = { grant_scope: ["openid"], remember: true };
  const { redirect_to } = await world.latchkey.acceptConsentRequest({ consent_challenge, body });
  await browser.go(redirect_to);
  const again = await consentFor(world, app, browser, { ...pkce, scope: "openid profile" });
  assert.equal(again.granted_before, undefined);
});

test("what is granted with a consent that is revoked later is asked for again", async () => {
  const { world, photos, browser } = await start();
  const other = await signIn(world, photos, {
    browser,
    params: { scope: "openid profile" },
    consent: { remember: true },
  });
  const url = "http://admin.test/admin/oauth2/auth/sessions/consent";
  const sessions: { grant_scope: string[]; consent_request_id: string }[] = await (
    await world.fetch(`${url}?subject=alice`)
  ).json();
  const revoked = sessions.find(({ grant_scope }) => grant_scope.includes("offline"));
  const id = revoked?.consent_request_id ?? assert.fail();
  const reply = await world.fetch(`${url}?consent_request_id=${id}`, { method: "DELETE" });
  assert.equal(reply.status, 204);

  const asked = await consentFor(world, photos, browser, { scope: "openid offline" });
  assert.deepEqual([asked.skip, asked.granted_before], [false, undefined]);
  const token = other.access_token;
  assert.equal((await world.latchkey.introspectOAuth2Token({ token })).active, true);
});

test("a later consent does not prolong what an earlier one is remembered for", async () => {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey, { scope: "openid offline profile email" });
  const browser = openBrowser(world);
  const allow = (scope: string, remember_for: number) =>
    signIn(world, photos, {
      browser,
      params: { scope },
      login: { remember: true },
      consent: { remember: true, remember_for },
    });
  await allow("openid profile", 600);
  await allow("openid email", 0);
  const before = await consentFor(world, photos, browser, { scope: "openid profile" });
  assert.equal(before.skip, true);
  world.clock.now += 601;
  const asked = await consentFor(world, photos, browser, { scope: "openid profile" });
  assert.equal(asked.skip, false);
});
