import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { answerPages, type Browser, openBrowser, type Page } from "./support/browser.ts";
import { prepareGuide, type PreparedGuide } from "./support/follow-guide.ts";
import { readGuide } from "./support/guide.ts";
import { alice, LATCHKEY, type RunningLatchkey, startLatchkey } from "./support/latchkey.ts";
import { run, type RunningApp } from "./support/processes.ts";

const page = "docs/guides/login-openid.md";
const example = "examples/login-openid";

describe(`the login app of ${page}`, () => {
  let provider: RunningLatchkey;
  let guide: PreparedGuide;
  let app: RunningApp;
  let isDown = false;
  before(async () => {
    // Browsers share the cookies of a host between its ports, so the provider has another host, as in the guide.
    provider = await startLatchkey({ host: "localhost" });
    guide = await prepareGuide({
      page,
      example,
      packed: true,
      env: {
        PROVIDER_ISSUER: provider.issuer,
        PROVIDER_CLIENT_ID: "latchkey",
        PROVIDER_CLIENT_SECRET: "a-secret-for-this-tour",
        PROVIDER_PREFIX: "wonderland",
      },
      settings: (app_url) => ({
        "urls.login": `${app_url}/login`,
        "urls.consent": `${app_url}/consent`,
        "urls.logout": `${app_url}/logout`,
      }),
    });
    const register = readGuide(page)
      .command("sh provider")
      .replaceAll("npx latchkey", LATCHKEY)
      .replaceAll("http://127.0.0.1:5445", provider.admin_url)
      .replaceAll("http://127.0.0.1:5000", guide.app_url);
    await run(register, { cwd: guide.folder });
    app = await guide.start();
  });
  after(async () => {
    await guide?.stop();
    if (!isDown) await provider?.stop();
  });

  /** A browser that stops where Photos would get the response. */
  const newBrowser = (blocked: (url: URL) => boolean = () => false): Browser =>
    openBrowser((url) => url.port === "" || blocked(url));

  /** Starts the sign-in of Photos. */
  function startSignIn(browser: Browser, parameters: Record<string, string> = {}): Promise<Page> {
    const query = new URLSearchParams({
      client_id: "openid-photos",
      response_type: "code",
      scope: "openid profile email offline_access",
      redirect_uri: "http://127.0.0.1/callback",
      state: "a-state-of-photos",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      ...parameters,
    });
    return browser.open(`${guide.latchkey.issuer}/oauth2/auth?${query}`);
  }

  /** Signs in as alice at the provider. Resolves to the page that follows. */
  async function signIn(browser: Browser, parameters?: Record<string, string>): Promise<Page> {
    const first = await startSignIn(browser, parameters);
    assert.equal(first.url.origin, provider.issuer, first.html + app.output());
    return (await answerPages(browser, first, provider)).page;
  }

  async function exchange({ url }: Page): Promise<Record<string, unknown>> {
    const answer = await fetch(`${guide.latchkey.issuer}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "openid-photos",
        redirect_uri: "http://127.0.0.1/callback",
        code: url.searchParams.get("code") ?? "",
        code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      }),
    });
    return Object(await answer.json());
  }

  function claimsOf(id_token: unknown): Record<string, unknown> {
    const [, payload = ""] = String(id_token).split(".");
    return Object(JSON.parse(Buffer.from(payload, "base64url").toString()));
  }

  it("signs alice in with the provider, asks what Photos may do, and passes her claims on", async () => {
    const browser = newBrowser();
    const asked = await signIn(browser);
    assert.match(asked.html, /Photos wants access/);
    assert.match(asked.html, new RegExp(alice.claims.email));
    const tokens = await exchange(await browser.submit({ decision: "allow" }));
    const { sub, name, email, email_verified, amr } = claimsOf(tokens["id_token"]);
    assert.deepEqual({ name, email, email_verified }, alice.claims);
    const { subject } = await provider.client.getAccount({ username: alice.username });
    assert.equal(sub, `wonderland:${subject}`);
    assert.deepEqual(amr, ["pwd"], "what the provider says of the sign-in");
  });

  it("asks neither the provider nor for consent again", async () => {
    const browser = newBrowser();
    await signIn(browser, { prompt: "consent" });
    await browser.submit({ decision: "allow" });
    const { url } = await startSignIn(browser, { scope: "openid profile" });
    assert.ok(url.searchParams.has("code"), url.href);
  });

  it("uses PKCE, state and nonce, and lets alice choose an account", async () => {
    const browser = newBrowser(({ origin }) => origin === provider.issuer);
    const { url } = await startSignIn(browser, { login_hint: "alice" });
    const { code_challenge_method, prompt, login_hint, ...sent } = Object.fromEntries(
      url.searchParams,
    );
    assert.deepEqual(
      { code_challenge_method, prompt, login_hint },
      { code_challenge_method: "S256", prompt: "select_account", login_hint: "alice" },
    );
    for (const name of ["code_challenge", "state", "nonce"])
      assert.ok((sent[name] ?? "").length >= 20, `${name} of ${url.href}`);
  });

  it("returns access_denied when alice denies at the provider", async () => {
    const browser = newBrowser();
    const first = await startSignIn(browser);
    const { page: end } = await answerPages(browser, first, { ...provider, deny: true });
    assert.equal(end.url.searchParams.get("error"), "access_denied");
    assert.equal(end.url.searchParams.get("state"), "a-state-of-photos");
  });

  it("returns access_denied when alice denies what Photos requests", async () => {
    const browser = newBrowser();
    await signIn(browser, { prompt: "consent" });
    const { url } = await browser.submit({ decision: "deny" });
    assert.equal(url.searchParams.get("error"), "access_denied");
  });

  it("signs alice out when she confirms", async () => {
    const browser = newBrowser();
    await signIn(browser);
    await browser.open(`${guide.latchkey.issuer}/oauth2/sessions/logout`);
    await browser.submit({ decision: "sign_out" });
    const { url, html } = await startSignIn(browser);
    assert.equal(url.origin, provider.issuer);
    assert.match(html, /Choose an account/, "the provider asks who signs in, too");
  });

  describe("rejects a response of the provider", () => {
    /** A response that waits to be delivered, and the browser that requested it. */
    async function pendingResponse(): Promise<{ browser: Browser; response: URL }> {
      let isBlocked = true;
      const browser = newBrowser(
        ({ origin, pathname }) => isBlocked && origin === guide.app_url && pathname === "/callback",
      );
      const { url: response } = await signIn(browser, { prompt: "consent" });
      isBlocked = false;
      return { browser, response };
    }

    it("that another browser requested", async () => {
      const { response } = await pendingResponse();
      const { browser: victim } = await pendingResponse();
      const { status, html } = await victim.open(response);
      assert.equal(status, 400);
      assert.match(html, /No sign-in was started in this browser/);
    });

    it("with the code of another browser", async () => {
      const { response: stolen } = await pendingResponse();
      const { browser, response } = await pendingResponse();
      response.searchParams.set("code", stolen.searchParams.get("code") ?? "");
      const { url } = await browser.open(response);
      assert.equal(url.searchParams.get("error"), "server_error", url.href);
    });

    it("of another issuer", async () => {
      const { browser, response } = await pendingResponse();
      response.searchParams.set("iss", "https://mallory.example");
      const { url } = await browser.open(response);
      assert.equal(url.searchParams.get("error"), "server_error", url.href);
    });

    it("that was delivered before", async () => {
      const { browser, response } = await pendingResponse();
      assert.match((await browser.open(response)).html, /Photos wants access/);
      assert.equal((await browser.open(response)).status, 400);
    });
  });

  it("refuses a form that was sent from another site", async () => {
    const { url } = await signIn(newBrowser(), { prompt: "consent" });
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ decision: "allow" }),
    });
    assert.equal(response.status, 403);
  });

  it("returns temporarily_unavailable while the provider is down", async () => {
    await app.stop(); // A new one, which has not yet read the metadata of the provider.
    await provider.stop();
    isDown = true;
    app = await guide.start();
    const { url } = await startSignIn(newBrowser());
    assert.equal(url.searchParams.get("error"), "temporarily_unavailable", url.href);
    assert.doesNotMatch(url.href, /fetch/, "the reason is for the operator");
    assert.match(app.output(), /Signing in with http:\/\/localhost:\d+ failed/);
  });
});
