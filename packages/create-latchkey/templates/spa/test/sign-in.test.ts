import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { startTestServer, type TestServer } from "@latchkey/testing";
import { beginSignIn, finishSignIn, signOutUrl } from "../public/sign-in.js";
import { createStaticServer } from "../src/static-server.ts";

describe("the single-page app", () => {
  const server = createServer();
  let latchkey: TestServer;
  let settings: { issuer: string; client_id: string; redirect_uri: string };
  before(async () => {
    latchkey = await startTestServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const redirect_uri = `${origin}/`;
    const { client_id } = await latchkey.createClient({
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code"],
      scope: "openid profile",
      redirect_uris: [redirect_uri],
    });
    settings = { issuer: latchkey.issuer, client_id, redirect_uri };
    server.on("request", createStaticServer({ issuer: latchkey.issuer, client_id }));
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await latchkey.stop();
  });

  it("signs a user in", async () => {
    const alice = await latchkey.createUser();
    const { url, pending } = await beginSignIn(settings);
    const back = await signInAt(url, alice.subject, "Alice Liddell");
    const { name, id_token } = await finishSignIn(settings, back, pending);
    assert.equal(name, "Alice Liddell");
    assert.match(
      await signOutUrl(settings, id_token),
      /\/oauth2\/sessions\/logout\?id_token_hint=/,
    );
  });

  it("refuses a response that it did not ask for", async () => {
    const alice = await latchkey.createUser();
    const { url } = await beginSignIn(settings);
    const { pending } = await beginSignIn(settings);
    const back = await signInAt(url, alice.subject, "Alice Liddell");
    await assert.rejects(finishSignIn(settings, back, pending));
  });

  it("may call the token endpoint from its own origin only", async () => {
    const ask = (origin: string) =>
      fetch(`${settings.issuer}/oauth2/token`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const { origin } = new URL(settings.redirect_uri);
    assert.equal((await ask(origin)).headers.get("access-control-allow-origin"), origin);
    const other = await ask("https://other.example");
    assert.equal(other.headers.get("access-control-allow-origin"), null);
  });

  it("is served with a policy that allows its own scripts only", async () => {
    const page = await fetch(settings.redirect_uri);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /script-src 'self' 'sha256-/);
    assert.ok(policy.includes(`connect-src 'self' ${new URL(settings.issuer).origin}`));
    for (const path of ["app.js", "sign-in.js", "oauth4webapi.js", "settings.json"])
      assert.equal((await fetch(settings.redirect_uri + path)).status, 200, path);
  });

  /** Does in the browser what the user does at Latchkey. Returns the URL that the browser is sent back to. */
  async function signInAt(start: string, subject: string, name: string): Promise<URL> {
    const browser = latchkey.openBrowser();
    let url = new URL(start);
    while (!url.href.startsWith(settings.redirect_uri)) {
      const response = await browser.fetch(url);
      const location = response.headers.get("location");
      if (location === null) throw new Error(`Latchkey answered ${response.status}.`);
      url = await answer(new URL(location, url), subject, name);
    }
    return url;
  }

  async function answer(url: URL, subject: string, name: string): Promise<URL> {
    const login_challenge = url.searchParams.get("login_challenge");
    if (login_challenge !== null) {
      const accepted = await latchkey.api.acceptLoginRequest({
        login_challenge,
        body: { subject },
      });
      return new URL(accepted.redirect_to);
    }
    const consent_challenge = url.searchParams.get("consent_challenge");
    if (consent_challenge === null) return url;
    const body = { grant_scope: ["openid", "profile"], session: { userinfo: { name } } };
    const accepted = await latchkey.api.acceptConsentRequest({ consent_challenge, body });
    return new URL(accepted.redirect_to);
  }
});
