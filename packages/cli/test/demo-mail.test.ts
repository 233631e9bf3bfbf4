import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";

import { openTab, picture } from "../../server/test/browser/browser-fixture.ts";
import { launchChromium } from "../../server/test/support/chromium.ts";
import { type DemoProcess, startDemoProcess } from "./demo-process.ts";

const browser = await launchChromium();

const looks = {
  "desktop-light": { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  "phone-dark": {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    colorScheme: "dark",
  },
} as const;

for (const [look, options] of Object.entries(looks)) {
  describe(`mails of the demo, ${look.replace("-", " ")}`, () => {
    let demo: DemoProcess;
    before(async () => (demo = await startDemoProcess()));
    after(() => demo.stop());

    it("alice resets a forgotten password by the mail on the demo's page", async () => {
      const { page, complaints } = await openTab(browser, options);
      await page.goto(`${demo.demo_url}/sign-in`);
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await page.getByLabel("Username or email address").fill("alice");
      await picture(page, `mail-${look}-1-forgot`);
      await page.getByRole("button", { name: "Send link" }).click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      await picture(page, `mail-${look}-2-sent`);

      await openMail(page, demo, "Reset your password for Latchkey");
      await picture(page, `mail-${look}-3-mails`);
      await page.getByRole("link", { name: "/reset-password?token=" }).click();
      await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
      await picture(page, `mail-${look}-4-reset`);
      await page.getByLabel("New password").fill("tweedledum and tweedledee");
      await page.getByRole("button", { name: "Save password" }).click();
      await page.getByRole("heading", { name: "Your password has been changed" }).waitFor();
      await page.getByRole("link", { name: "Sign in" }).click();
      await signIn(page, "tweedledum and tweedledee");
      await page.getByRole("heading", { name: "Your account" }).waitFor();
      assert.deepEqual(complaints, []);
    });

    it("alice changes and verifies her address", async () => {
      const { page, complaints } = await openTab(browser, options);
      await page.goto(`${demo.public_url}/account`);
      await signIn(page, "tweedledum and tweedledee");
      await page.getByText("alice@example.com", { exact: true }).waitFor();
      await page.locator("summary", { hasText: "Change email address" }).click();
      await page.getByLabel("New email address").fill("liddell@example.com");
      await picture(page, `mail-${look}-5-account`);
      await page.getByRole("button", { name: "Change email address" }).click();
      await page.getByText("We sent you an email.").waitFor();

      await openMail(page, demo, "Verify your email address for Latchkey");
      await page.getByRole("link", { name: "/verify-email?token=" }).click();
      await page.getByText("Is liddell@example.com the address of your account alice?").waitFor();
      await picture(page, `mail-${look}-6-verify`);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.getByRole("heading", { name: "Your email address is verified" }).waitFor();
      await page.getByRole("link", { name: "Open your account" }).click();
      await page.getByText("liddell@example.com", { exact: true }).waitFor();
      await openMail(page, demo, "Your email address for Latchkey has been changed");
      assert.deepEqual(complaints, []);
    });
  });
}

/** Reloads the demo's page until the mail is there: it is sent in the background. */
async function openMail(page: Page, { demo_url }: DemoProcess, subject: string): Promise<void> {
  const heading = page.getByRole("heading", { name: subject }).first();
  await page.goto(`${demo_url}/mails`);
  for (let reload = 0; reload < 50 && !(await heading.isVisible()); reload += 1)
    await page.reload();
  await heading.waitFor();
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("Username").fill("alice");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
