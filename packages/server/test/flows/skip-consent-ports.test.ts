import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type App, registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, challengeOf, passLogin, requestOf } from "../support/flow.ts";
import { openVisitor } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";

const registered = "http://127.0.0.1:3000/cb";
const another = "http://127.0.0.1:3001/cb";
const description = { redirect_uris: [registered], skip_consent: true };

describe("a client with skip_consent and a loopback redirect URI", () => {
  it("is shown to consent apps with skip_consent at its own port only, and remembers none for others", async () => {
    const world = await startTestServer({ "urls.consent": "https://login.example/consent" });
    const { latchkey } = world;
    const photos = await registerApp(latchkey, description);
    const browser = openBrowser(world);
    const askAt = async (redirect_uri: string, prompt?: "none") => {
      const request = requestOf(photos, { redirect_uri, ...(prompt && { prompt }) });
      const login = { remember: true };
      return passLogin(world, browser, await authorize(browser, request), login);
    };
    const readAt = async (redirect_uri: string) => {
      const consent_challenge = challengeOf(await askAt(redirect_uri), "consent");
      const asked = await latchkey.getConsentRequest({ consent_challenge });
      return { ...asked, consent_challenge };
    };
    for (const redirect_uri of [registered, another]) {
      const { consent_challenge, skip, client } = await readAt(redirect_uri);
      assert.equal(skip, false);
      assert.equal(client.skip_consent ?? false, redirect_uri === registered);
      const body = { grant_scope: ["openid", "offline"], remember: true };
      const { redirect_to } = await latchkey.acceptConsentRequest({ consent_challenge, body });
      await browser.go(redirect_to);
    }
    assert.equal((await readAt(registered)).skip, true);
    assert.partialDeepStrictEqual(await readAt(another), { skip: false });
    const { parameters } = await answerOf(await askAt(another, "none"));
    assert.equal(parameters["error"], "consent_required");
  });

  it("asks on the built-in page at another port, and gets its code at once at its own", async () => {
    const world = await startTestServer({ "urls.self.issuer": "http://public.test" });
    const body = { username: "alice", password: "correct horse battery staple" };
    await world.latchkey.createAccount({ body });
    const photos = await registerApp(world.latchkey, description);
    const visitor = openVisitor(world);
    const first = await visitor.visit(authorizationUrl(photos, registered));
    const done = await visitor.submit(first, body);
    assert.ok(done.url.href.startsWith(`${registered}?code=`), done.url.href);
    const asked = await visitor.visit(authorizationUrl(photos, another));
    assert.equal(asked.url.pathname, "/consent");
    const allowed = await visitor.submit(asked, { decision: "allow" });
    assert.ok(allowed.url.href.startsWith(`${another}?code=`), allowed.url.href);
  });
});

function authorizationUrl(app: App, redirect_uri: string): string {
  const query = Object.entries(requestOf(app, { redirect_uri }));
  return `/oauth2/auth?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`;
}
