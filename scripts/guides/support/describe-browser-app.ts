import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { launchChromium } from "../../../packages/server/test/support/chromium.ts";
import { followGuide, type FollowedGuide, type RunningGuide } from "./follow-guide.ts";
import { denyAccess, greeting, openTab, signIn, signOut } from "./sign-in.ts";

/** Follows the guide of an app that runs in the browser, and uses it in Chromium. */
export async function describeBrowserApp(followed: FollowedGuide): Promise<void> {
  const browser = await launchChromium();

  describe(`the app of ${followed.page}`, () => {
    let guide: RunningGuide;
    before(async () => {
      guide = await followGuide(followed);
    });
    after(() => guide?.stop());

    it("signs alice in, keeps her signed in when the page is loaded again, and signs her out", async () => {
      const page = await openTab(browser);
      await signIn(page, guide.app_url);
      assert.equal(page.url(), `${guide.app_url}/`, "the code is not in the address bar");
      await page.reload();
      await greeting(page).waitFor();
      await signOut(page);
      assert.equal(new URL(page.url()).origin, guide.app_url);
    });

    it("explains that alice denied the request", async () => {
      const page = await openTab(browser);
      await denyAccess(page, guide.app_url);
      await page.getByText(/Sign-in failed: .*access_denied/).waitFor();
    });

    it("rejects an authorization response that it did not request", async () => {
      const page = await openTab(browser);
      await page.goto(`${guide.app_url}/?code=stolen&state=forged`);
      await page.getByText(/Sign-in failed/).waitFor();
      await page.goto(guide.app_url);
      await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    });
  });
}
