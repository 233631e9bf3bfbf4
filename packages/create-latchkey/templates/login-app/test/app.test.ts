import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { startTestServer, type TestBrowser, type TestServer } from "@latchkey/testing";
import { createApp } from "../src/app.ts";

const REDIRECT_URI = "http://127.0.0.1:1/callback";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"; // RFC 7636, appendix B.

describe("the login app", () => {
  const server = createServer();
  let latchkey: TestServer;
  let authorizationUrl: URL;
  before(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const base_url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    latchkey = await startTestServer({
      settings: { "urls.login": `${base_url}/login`, "urls.consent": `${base_url}/consent` },
    });
    server.on("request", createApp({ latchkey: latchkey.api, base_url }));
    const { client_id } = await latchkey.createClient({
      client_name: "Photos",
      redirect_uris: [REDIRECT_URI],
    });
    authorizationUrl = new URL(`${latchkey.issuer}/oauth2/auth`);
    authorizationUrl.search = new URLSearchParams({
      client_id,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: "openid profile",
      state: "the state of this test",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
    }).toString();
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await latchkey.stop();
  });

  it("lets a user sign in and allow access", async () => {
    const browser = latchkey.openBrowser();
    const login = await follow(browser, authorizationUrl);
    assert.match(login.html, /Sign in to Photos/);
    const consent = await submit(browser, login, { username: "alice", password: "wonderland" });
    assert.match(consent.html, /Allow Photos access\?/);
    const end = await submit(browser, consent, { decision: "allow" });
    assert.ok(end.url.href.startsWith(REDIRECT_URI));
    assert.ok(end.url.searchParams.has("code"));
  });

  it("shows the form again after a wrong password", async () => {
    const browser = latchkey.openBrowser();
    const login = await follow(browser, authorizationUrl);
    const again = await submit(browser, login, { username: "alice", password: "a guess" });
    assert.match(again.html, /Incorrect username or password/);
  });

  it("returns the user's refusal to the client", async () => {
    const browser = latchkey.openBrowser();
    const login = await follow(browser, authorizationUrl);
    const consent = await submit(browser, login, { username: "alice", password: "wonderland" });
    const end = await submit(browser, consent, { decision: "deny" });
    assert.equal(end.url.searchParams.get("error"), "access_denied");
  });

  it("refuses a form of another site", async () => {
    const browser = latchkey.openBrowser();
    const { url } = await follow(browser, authorizationUrl);
    const body = new URLSearchParams({ username: "alice", password: "wonderland", csrf: "guess" });
    assert.equal((await browser.fetch(url, { method: "POST", body })).status, 403);
  });
});

/** A page, or the redirect to the client at the end. */
interface Place {
  readonly url: URL;
  readonly html: string;
}

/** Opens a URL as a browser does: follows redirects, and pages that refresh to another. */
async function follow(browser: TestBrowser, start: URL, init: RequestInit = {}): Promise<Place> {
  let url = start;
  let response = await browser.fetch(url, init);
  for (let steps = 0; steps < 20; steps += 1) {
    const html = await response.text();
    const [, refresh] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html) ?? [];
    const to = response.headers.get("location") ?? refresh;
    if (to === undefined) return { url, html };
    url = new URL(unescapeHtml(to), url);
    if (url.href.startsWith(REDIRECT_URI)) return { url, html: "" };
    response = await browser.fetch(url);
  }
  throw new Error("There were too many redirects.");
}

/** Submits the form of a page. */
async function submit(
  browser: TestBrowser,
  { url, html }: Place,
  fields: Readonly<Record<string, string>>,
): Promise<Place> {
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(html) ?? [];
  const body = new URLSearchParams({ ...fields, csrf });
  return follow(browser, url, { method: "POST", body });
}

function unescapeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
