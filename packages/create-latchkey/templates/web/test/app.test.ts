import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { startTestServer, type TestBrowser, type TestServer } from "@latchkey/testing";
import { createApp } from "../src/app.ts";

describe("the web app", () => {
  const server = createServer();
  let latchkey: TestServer;
  let base_url = "";
  before(async () => {
    latchkey = await startTestServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    base_url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const { client_id, client_secret = "" } = await latchkey.createClient({
      redirect_uris: [`${base_url}/callback`],
      post_logout_redirect_uris: [`${base_url}/`],
      grant_types: ["authorization_code"],
      scope: "openid profile",
    });
    const { issuer } = latchkey;
    server.on("request", await createApp({ issuer, client_id, client_secret, base_url }));
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await latchkey.stop();
  });

  it("greets a user who signed in", async () => {
    const browser = latchkey.openBrowser();
    const alice = await latchkey.createUser({ claims: { name: "Alice <Liddell>" } });
    const page = await visit(browser, `${base_url}/sign-in`, alice.subject);
    assert.match(await page.text(), /Hello, Alice &#60;Liddell&#62;/);
    const again = await browser.fetch(base_url);
    assert.match(await again.text(), /Hello, Alice/);
  });

  it("knows no other browser", async () => {
    const page = await latchkey.openBrowser().fetch(base_url);
    assert.match(await page.text(), /not signed in/);
  });

  it("signs out", async () => {
    const browser = latchkey.openBrowser();
    const alice = await latchkey.createUser();
    await visit(browser, `${base_url}/sign-in`, alice.subject);
    const left = await browser.fetch(`${base_url}/sign-out`);
    assert.match(left.headers.get("location") ?? "", /\/oauth2\/sessions\/logout\?/);
    assert.match(await (await browser.fetch(base_url)).text(), /not signed in/);
  });

  it("has no page for what is no URL", async () => {
    assert.equal((await fetch(`${base_url}//`)).status, 404);
  });

  it("refuses a callback that the browser did not ask for", async () => {
    const browser = latchkey.openBrowser();
    assert.equal((await browser.fetch(`${base_url}/callback?code=x&state=y`)).status, 400);
  });

  /** Follows redirects. On the way, this user signs in at Latchkey and allows what the app asks for. */
  async function visit(browser: TestBrowser, start: string, subject: string): Promise<Response> {
    let url = new URL(start);
    for (let steps = 0; steps < 20; steps += 1) {
      const response = await browser.fetch(url);
      const location = response.headers.get("location");
      if (location === null) return response;
      url = await answer(new URL(location, url), subject);
    }
    throw new Error("There were too many redirects.");
  }

  async function answer(url: URL, subject: string): Promise<URL> {
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
    const body = {
      grant_scope: ["openid", "profile"],
      session: { userinfo: { name: "Alice <Liddell>" } },
    };
    const accepted = await latchkey.api.acceptConsentRequest({ consent_challenge, body });
    return new URL(accepted.redirect_to);
  }
});
