import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passLogin, requestOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "../operations/refusal.ts";

const API = "https://api.photos.example";
const exportTexts = { en: { title: "Export your data" } };
const world = await startTestServer({ "oauth2.scopes": JSON.stringify({ export: exportTexts }) });
const { latchkey } = world;

const texts = { en: { title: "Photos", description: "Your albums." }, ja: { title: "写真" } };
const scope_texts = { "photos.read": { en: { title: "See your photos" } } };
const api = await latchkey.createApi({
  body: { identifier: API, scopes: ["photos.read"], texts, scope_texts },
});

async function askConsent(params: object, client: object = {}) {
  const scope = "openid offline photos.read export";
  const app = await registerApp(latchkey, {
    client_id: crypto.randomUUID(),
    scope,
    audience: [API],
    ...client,
  });
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(app, { scope, ...params }));
  return challengeOf(await passLogin(world, browser, asked), "consent");
}

test("an API is stored with what users read about it and its scopes, and an update replaces that", async () => {
  assert.deepEqual([api.texts, api.scope_texts], [texts, scope_texts]);
  assert.deepEqual(await latchkey.getApi(api), api);
  const other = await latchkey.createApi({
    body: { ...api, id: crypto.randomUUID(), identifier: "https://other.example" },
  });
  const { texts: _, ...body } = other;
  const updated = await latchkey.updateApi({ id: other.id, body });
  assert.deepEqual([updated.texts, updated.scope_texts], [undefined, scope_texts]);
  const bad = { ...body, texts: { en: { title: "a\nb" } } };
  assertRefused(
    await latchkey.call("updateApi", { id: other.id, body: bad }),
    400,
    "invalid_request",
  );
});

test("a consent request has the texts of what is requested, in all languages", async () => {
  const consent_challenge = await askConsent({ resource: API });
  const { display_texts } = await latchkey.getConsentRequest({ consent_challenge });
  assert.deepEqual(display_texts, {
    scopes: [
      { scope: "photos.read", texts: scope_texts["photos.read"] },
      { scope: "export", texts: exportTexts },
    ],
    audiences: [{ audience: API, texts }],
  });
});

test("a scope is described by an API of the client, where the request names none", async () => {
  const consent_challenge = await askConsent({});
  const { display_texts } = await latchkey.getConsentRequest({ consent_challenge });
  assert.deepEqual(display_texts?.audiences, []);
  assert.deepEqual(
    display_texts?.scopes.map(({ scope }) => scope),
    ["photos.read", "export"],
  );
});

test("an API that the client may not request describes nothing", async () => {
  const consent_challenge = await askConsent({}, { audience: [] });
  const { display_texts } = await latchkey.getConsentRequest({ consent_challenge });
  assert.deepEqual(
    display_texts?.scopes.map(({ scope }) => scope),
    ["export"],
  );
});

test("a consent request without texts has no such field, nor has one of Hydra v2", async () => {
  const plain = await askConsent({ scope: "openid" });
  assert.ok(!("display_texts" in (await latchkey.getConsentRequest({ consent_challenge: plain }))));
  const named = await askConsent({ resource: API });
  const url = `http://admin.test/admin/oauth2/auth/requests/consent?consent_challenge=${named}`;
  const strict: object = await (await world.fetch(url)).json();
  assert.ok("requested_scope" in strict && !("display_texts" in strict));
});
