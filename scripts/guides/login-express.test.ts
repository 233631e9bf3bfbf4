import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Browser, openBrowser, type Page } from "./support/browser.ts";
import { followGuide, type RunningGuide } from "./support/follow-guide.ts";

const page = "docs/guides/login-express.md";
const signedIn = { username: "alice", password: "wonderland" };

describe(`the login app of ${page}`, () => {
  let guide: RunningGuide;
  before(async () => {
    guide = await followGuide({
      page,
      example: "examples/login-express",
      packed: true,
      settings: (app_url) => ({
        "urls.login": `${app_url}/login`,
        "urls.consent": `${app_url}/consent`,
        "urls.logout": `${app_url}/logout`,
      }),
    });
  });
  after(() => guide?.stop());

  /** A browser that stops where Photos would get the response. */
  const newBrowser = (): Browser => openBrowser(({ port }) => port === "");

  /** Starts the sign-in of Photos. */
  function startSignIn(browser: Browser, parameters: Record<string, string> = {}): Promise<Page> {
    const query = new URLSearchParams({
      client_id: "login-photos",
      response_type: "code",
      scope: "openid profile offline_access",
      redirect_uri: "http://127.0.0.1/callback",
      state: "a-state-of-photos",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      ...parameters,
    });
    return browser.open(`${guide.latchkey.issuer}/oauth2/auth?${query}`);
  }

  async function exchange({ url }: Page): Promise<Record<string, unknown>> {
    const answer = await fetch(`${guide.latchkey.issuer}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "login-photos",
        redirect_uri: "http://127.0.0.1/callback",
        code: url.searchParams.get("code") ?? "",
        code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      }),
    });
    return Object(await answer.json());
  }

  it("signs alice in, asks what Photos may do, and grants it", async () => {
    const browser = newBrowser();
    assert.match((await startSignIn(browser)).html, /Sign in to Photos/);
    assert.match((await browser.submit(signedIn)).html, /Photos wants access/);
    const tokens = await exchange(await browser.submit({ decision: "allow" }));
    const userinfo = await fetch(`${guide.latchkey.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${String(tokens["access_token"])}` },
    });
    const { sub, name } = Object(await userinfo.json());
    assert.deepEqual({ sub, name }, { sub: "user-1", name: "Alice Liddell" });
  });

  it("asks neither for the password nor for consent again", async () => {
    const browser = newBrowser();
    await startSignIn(browser, { prompt: "consent" });
    await browser.submit({ ...signedIn, remember: "on" });
    await browser.submit({ decision: "allow" });
    const { url } = await startSignIn(browser, { scope: "openid profile" });
    assert.ok(url.searchParams.has("code"), url.href);
  });

  it("refuses a wrong password and an unknown user alike", async () => {
    for (const wrong of [{ password: "looking-glass" }, { username: "mallory" }]) {
      const browser = newBrowser();
      await startSignIn(browser);
      const { status, html } = await browser.submit({ ...signedIn, ...wrong });
      assert.equal(status, 401);
      assert.match(html, /Incorrect username or password/);
    }
  });

  it("returns access_denied when alice denies", async () => {
    const browser = newBrowser();
    await startSignIn(browser, { prompt: "consent" });
    await browser.submit(signedIn);
    const { url } = await browser.submit({ decision: "deny" });
    assert.equal(url.searchParams.get("error"), "access_denied");
  });

  it("signs alice out when she confirms", async () => {
    const browser = newBrowser();
    await startSignIn(browser);
    await browser.submit({ ...signedIn, remember: "on" });
    await browser.open(`${guide.latchkey.issuer}/oauth2/sessions/logout`);
    await browser.submit({ decision: "sign_out" });
    assert.match((await startSignIn(browser)).html, /Sign in to Photos/);
  });

  it("refuses a form that was sent from another site", async () => {
    const { url } = await startSignIn(newBrowser());
    const response = await fetch(url, { method: "POST", body: new URLSearchParams(signedIn) });
    assert.equal(response.status, 403);
  });

  it("says to the operator, not to the user, what is wrong", async () => {
    const { status, html } = await newBrowser().open(
      `${guide.app_url}/login?login_challenge=made-up`,
    );
    assert.equal(status, 500);
    assert.match(html, /Go back to the app/);
    assert.match(guide.app.output(), /Latchkey answered 404: .*without coming from Latchkey/);
  });
});
