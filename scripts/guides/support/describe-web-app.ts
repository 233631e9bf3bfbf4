import assert from "node:assert/strict";
import { basename } from "node:path";
import { after, before, describe, it } from "node:test";
import { answerPages, type Browser, openBrowser, type Page } from "./browser.ts";
import { followGuide, type FollowedGuide } from "./follow-guide.ts";
import { alice, type RunningLatchkey } from "./latchkey.ts";
import type { RunningApp } from "./processes.ts";

/** Follows the guide of a web app, signs in to it as alice, calls the API and signs out. */
export function describeWebApp(guide: FollowedGuide): void {
  const client_id = `${basename(guide.example)}-photos`;
  describe(`the app of ${guide.page}`, () => {
    let latchkey: RunningLatchkey;
    let app: RunningApp;
    let app_url: string;
    let stop: (() => Promise<void>) | undefined;

    before(async () => {
      ({ latchkey, app, app_url, stop } = await followGuide(guide));
    });
    after(() => stop?.());

    /** Signs in from the home page. */
    async function signIn(browser: Browser): Promise<{ answered: readonly string[]; page: Page }> {
      await browser.open(app_url);
      return answerPages(browser, await browser.follow("Sign in"), latchkey);
    }

    it("signs alice in, calls the API with her access token, and signs her out", async () => {
      const browser = openBrowser();
      const { answered, page: home } = await signIn(browser);
      assert.deepEqual(answered, ["/login", "/consent"]);
      assert.equal(home.url.href, `${app_url}/`);
      assert.match(home.html, new RegExp(alice.claims.name), app.output());

      const profile = await browser.follow("Profile");
      assert.match(profile.html, new RegExp(alice.claims.email), app.output());

      await browser.open(app_url);
      const { page: out } = await answerPages(browser, await browser.submit(), latchkey);
      assert.equal(out.url.origin + out.url.pathname, `${app_url}/`);
      assert.doesNotMatch(out.html, new RegExp(alice.claims.name));
      const again = await signIn(browser);
      assert.ok(again.answered.includes("/login"), "the session at Latchkey has ended, too");
    });

    it("uses PKCE, state and nonce", async () => {
      const browser = openBrowser(({ origin }) => origin === latchkey.issuer);
      await browser.open(app_url);
      const { url } = await browser.follow("Sign in");
      assert.equal(url.searchParams.get("code_challenge_method"), "S256");
      for (const name of ["code_challenge", "state", "nonce"]) {
        assert.ok((url.searchParams.get(name) ?? "").length >= 20, `${name} of ${url.href}`);
      }
    });

    it("sends a user who is not signed in to Latchkey", async () => {
      const { url } = await openBrowser().open(`${app_url}/profile`);
      assert.equal(url.origin, latchkey.issuer);
    });

    it("signs alice in again when her access token has been revoked", async () => {
      const browser = openBrowser();
      await signIn(browser);
      await latchkey.client.deleteOAuth2Token({ client_id });
      const signingIn = await browser.follow("Profile");
      assert.equal(signingIn.url.origin, latchkey.issuer);
      const { answered, page: home } = await answerPages(browser, signingIn, latchkey);
      assert.deepEqual(answered, ["/consent"], "the session at Latchkey lasts");
      assert.match(home.html, new RegExp(alice.claims.name), app.output());
      assert.match((await browser.follow("Profile")).html, new RegExp(alice.claims.email));
    });

    it("explains that alice denied the request", async () => {
      const browser = openBrowser();
      await browser.open(app_url);
      const signingIn = await browser.follow("Sign in");
      const { page: denied } = await answerPages(browser, signingIn, { ...latchkey, deny: true });
      assert.equal(denied.status, 400);
      assert.match(denied.html, /Sign-in failed: .*access_denied/);
    });

    describe("rejects an authorization response", () => {
      /** An authorization response that waits to be delivered, and the browser that requested it. */
      async function pendingResponse(): Promise<{ browser: Browser; response: URL }> {
        let blocked = true;
        const browser = openBrowser(({ pathname }) => blocked && pathname === "/callback");
        const { page: stopped } = await signIn(browser);
        blocked = false;
        return { browser, response: stopped.url };
      }

      async function assertRejected(browser: Browser, response: URL): Promise<void> {
        const { status, html } = await browser.open(response);
        assert.equal(status, 400, html);
        assert.match(html, /Sign-in failed/);
      }

      async function assertSignedOut(browser: Browser): Promise<void> {
        assert.match((await browser.open(app_url)).html, />Sign in</);
      }

      it("that another browser requested", async () => {
        const { response } = await pendingResponse();
        const { browser: victim } = await pendingResponse();
        await assertRejected(victim, response);
        await assertSignedOut(victim);
      });

      it("that no browser requested", async () => {
        const victim = openBrowser();
        await assertRejected(victim, new URL("/callback?code=stolen&state=forged", app_url));
        await assertSignedOut(victim);
      });

      it("with the code of another browser", async () => {
        const { response: stolen } = await pendingResponse();
        const { browser, response } = await pendingResponse();
        response.searchParams.set("code", stolen.searchParams.get("code") ?? "");
        await assertRejected(browser, response);
        await assertSignedOut(browser);
      });

      it("that was delivered before", async () => {
        const { browser, response } = await pendingResponse();
        assert.match((await browser.open(response)).html, new RegExp(alice.claims.name));
        await assertRejected(browser, response);
      });
    });
  });
}
