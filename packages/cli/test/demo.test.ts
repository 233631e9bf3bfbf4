import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";

import { openTab, picture, type Tab } from "../../server/test/browser/browser-fixture.ts";
import { launchChromium } from "../../server/test/support/chromium.ts";
import { type DemoProcess, startDemoProcess } from "./demo-process.ts";

const browser = await launchChromium();

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  "desktop-light": { ...desktop, colorScheme: "light" },
  "desktop-dark": { ...desktop, colorScheme: "dark" },
  "phone-light": { ...phone, colorScheme: "light" },
  "phone-dark": { ...phone, colorScheme: "dark" },
};

for (const [look, options] of Object.entries(looks)) {
  describe(`the demo, ${look.replace("-", " ")}`, () => {
    // Each look needs its own server: installing adds a copy of the template to the workspace.
    let demo: DemoProcess;
    before(async () => (demo = await startDemoProcess()));
    after(() => demo.stop());

    it("sign in, refresh, userinfo, sign out", async () => {
      const { page, complaints } = await arrive(demo, options);
      await picture(page, `demo-${look}-1-home`);
      await page.getByRole("link", { name: "Sign in" }).click();
      await signIn(page);
      await checkConsent(page, demo);
      await picture(page, `demo-${look}-2-consent`);
      await allow(page);

      await page.getByRole("heading", { name: "You are signed in" }).waitFor();
      await picture(page, `demo-${look}-3-tokens`);
      const first = await textUnder(page, "Access token");
      await pressHere(page, "Refresh");
      assert.notEqual(await textUnder(page, "Access token"), first);
      await pressHere(page, "Userinfo");
      assert.match(await textUnder(page, "Userinfo"), /"name": "Alice Liddell"/);
      assert.match(await textUnder(page, "Userinfo"), /"email": "alice@example\.com"/);
      await press(page, "Sign out");
      await page.getByRole("heading", { name: "Sign out?" }).waitFor();
      await press(page, "Sign out");
      await page.getByRole("heading", { name: "See what an app receives" }).waitFor();
      assert.deepEqual(complaints, []);
    });

    it("install the integration, refresh, introspect, revoke", async () => {
      const { page, complaints } = await arrive(demo, options);
      await page.getByRole("link", { name: "Install the integration" }).click();
      await signIn(page);
      await choose(page, demo);
      await picture(page, `demo-${look}-4-picker`);
      await allow(page);

      await page.getByRole("heading", { name: "See what an integration receives" }).waitFor();
      await checkAnswer(page);
      await picture(page, `demo-${look}-5-installed`);
      const first = await textUnder(page, "Access token");
      await pressHere(page, "Refresh");
      assert.notEqual(await textUnder(page, "Access token"), first);
      await pressHere(page, "Introspect");
      assert.match(await textUnder(page, "Introspection"), /"active": true/);
      await picture(page, `demo-${look}-6-introspected`);
      await pressHere(page, "Revoke");
      assert.match(await textUnder(page, "Revocation"), /"requestId"/);
      await pressHere(page, "Introspect");
      assert.match(await textUnder(page, "Introspection"), /"active": false/);
      assert.deepEqual(complaints, []);
    });

    it("cancelling the installation is reported", async () => {
      const { page } = await arrive(demo, options);
      await page.getByRole("link", { name: "Install the integration" }).click();
      await signIn(page);
      await page.getByRole("heading", { name: "wants access to your workspace" }).waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      const alert = page.getByRole("alert");
      await alert.waitFor();
      assert.match((await alert.textContent()) ?? "", /access_denied/);
      await picture(page, `demo-${look}-7-cancelled`);
    });
  });
}

async function arrive({ demo_url }: DemoProcess, options: BrowserContextOptions): Promise<Tab> {
  const tab = await openTab(browser, options);
  await tab.page.goto(demo_url);
  return tab;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Username").fill("alice");
  await page.getByLabel("Password", { exact: true }).fill("wonderland");
  await press(page, "Sign in");
}

async function checkConsent(page: Page, { demo_url }: DemoProcess): Promise<void> {
  await page.getByRole("heading", { name: "Demo app wants access to your account" }).waitFor();
  await page.getByText(`an app on this device (${new URL(demo_url).host})`).waitFor();
  for (const words of [
    "recognize you when you come back",
    "see your name, picture and other profile details",
    "see your email address",
    "keep this access when you are not using the app",
  ]) {
    assert.ok(await page.getByLabel(words).isChecked(), words);
  }
}

async function choose(page: Page, { demo_url }: DemoProcess): Promise<void> {
  await page.getByRole("heading", { name: "Demo integration wants access" }).waitFor();
  await page.getByText(`(${new URL(demo_url).host})`).waitFor();
  await page.getByText("read the content you share with it").waitFor();
  await page.getByLabel("Looking-Glass House").waitFor();
  await page.getByLabel("Wonderland").check();
  await page.getByLabel("Tea party").check();
  await page.getByLabel("Unbirthday planner").check();
}

async function checkAnswer(page: Page): Promise<void> {
  const answer: unknown = JSON.parse(await textUnder(page, "Response"));
  assert.ok(typeof answer === "object" && answer !== null);
  const { workspaceName, accessToken, owner, duplicatedTemplateId } = { ...answer } as Readonly<
    Record<string, unknown>
  >;
  assert.deepEqual([workspaceName, accessToken], ["Wonderland", "[redacted]"]);
  assert.match(JSON.stringify(owner), /"email":"alice@example\.com"/);
  assert.ok(duplicatedTemplateId);
  assert.match(await textUnder(page, "Refresh token"), /^lk_wrt_/);
  const lines = await textUnder(page, "The three calls");
  assert.equal(lines.match(/^curl -s /gm)?.length, 3);
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Presses a button and waits until the page has reloaded. */
async function pressHere(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent("load");
  await press(page, name);
  await loaded;
}

function allow(page: Page): Promise<void> {
  return press(page, "Allow");
}

/** The text of the box under a heading. */
async function textUnder(page: Page, title: string): Promise<string> {
  const box = page.locator("h2", { hasText: title }).locator("xpath=following-sibling::pre[1]");
  return (await box.first().textContent()) ?? "";
}
