import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { alice } from "../support/sign-in-server.ts";
import {
  authorizationUrl as installUrl,
  exchangeCode,
  openWonderland,
} from "../workspace-interop/wonderland.ts";
import {
  assertAppearance,
  consent,
  openTab,
  signIn,
  startBrowserFixture,
} from "./browser-fixture.ts";

const { issuer, latchkey, subject, photos, browser, authorizationUrl, lines } =
  await startBrowserFixture({
    "identity.editable_claims": ["name", "website", "birthdate", "zoneinfo", "locale"],
    "identity.self_deletion": true,
  });
const { photos: planner } = await openWonderland(latchkey, subject, {
  name: "Planner",
  redirect_uris: [photos.redirect_uri],
});
const client = await latchkey.getOAuth2Client({ id: "photos" });
await latchkey.updateOAuth2Client({
  id: "photos",
  body: { ...client, client_name: "Photos <b>&amp; more</b>" },
});

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { ...phone, javaScriptEnabled: false },
};

for (const [look, options] of Object.entries(looks)) {
  describe(`the account page, on a ${look}`, () => {
    it("alice sees what happened, changes her profile, disconnects apps and takes her data", async () => {
      const { page, complaints } = await openTab(browser, options);
      const show = (state: string) => assertAppearance(page, `${look}-my-account-${state}`);
      await page.goto(`${issuer}/account`);
      await page.getByLabel("Username").fill(alice.username);
      await page.getByLabel("Password").fill("mallory's guess");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("Incorrect username or password.").waitFor();
      await show("0-sign-in");
      await signIn(page);
      await page.getByRole("heading", { name: "Your account" }).waitFor();
      await connectApps(page);
      await page.goto(`${issuer}/account`);
      await page.locator("#apps").getByText("Photos <b>&amp; more</b>").waitFor();
      await page.locator("#apps").getByText("Planner", { exact: true }).waitFor();
      await page.getByText("Failed sign-in").first().waitFor();
      await show("1-full");

      await page.getByText("Edit profile").click();
      await page.getByLabel("Website").fill("javascript:alert(1)");
      await page.getByLabel("Time zone").fill("Asia/Tokyo");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("This is not a valid value.").waitFor();
      assert.equal(await page.getByLabel("Time zone").inputValue(), "Asia/Tokyo");
      await show("2-profile-problem");
      await page.getByLabel("Website").fill(`https://${look}.example/`);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Your profile has been saved.").waitFor();
      await page
        .getByText(/GMT\+9/)
        .first()
        .waitFor();

      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download your data" }).click(),
      ]);
      const data = JSON.parse(await text(await file.createReadStream()));
      assert.equal(data.account.username, alice.username);

      await page
        .locator("li", { hasText: "Photos <b>" })
        .getByRole("button", { name: "Disconnect" })
        .click();
      await page.getByText("The app no longer has access to your account.").waitFor();
      await page.getByRole("link", { name: "Disconnect" }).click();
      await page.getByRole("heading", { name: /Disconnect Planner/ }).waitFor();
      await page.getByRole("button", { name: "Disconnect" }).click();
      await page.goto(`${issuer}/account`);
      await page.getByText("App disconnected").nth(1).waitFor();
      await page.getByText("Show older activity").click();
      await show("3-history");
      assert.deepEqual(complaints.filter(isSurprising), []);
    });
  });
}

it("the page fits a phone in every language", async () => {
  const { page: first } = await openTab(browser);
  await first.goto(`${issuer}/account`);
  await signIn(first);
  await first.getByRole("heading", { name: "Your account" }).waitFor();
  await connectApps(first);
  const storageState = await first.context().storageState();
  for (const locale of ["de", "fr", "es", "ja", "zh", "zh-TW"]) {
    const { page, complaints } = await openTab(browser, { ...phone, locale, storageState });
    for (const [name, path] of [
      ["page", "/account"],
      ["delete", "/account?step=delete_account"],
    ]) {
      await page.goto(`${issuer}${path}`);
      assert.equal(await page.locator("html").getAttribute("lang"), locale);
      for (const summary of await page.locator("summary").all()) await summary.click();
      await assertAppearance(page, `phone-my-account-${locale}-${name}`);
    }
    await page.context().close();
    assert.deepEqual(complaints, []);
  }
});

it("alice deletes her account, with her username typed, and is signed out", async () => {
  const { page, complaints } = await openTab(browser, looks["desktop"]);
  await page.goto(`${issuer}/account`);
  await signIn(page);
  await page.getByRole("link", { name: "Delete your account" }).click();
  await page.getByRole("heading", { name: "Delete your account?" }).waitFor();
  await assertAppearance(page, "desktop-my-account-4-delete");
  await page.getByLabel("To confirm, type your username").fill("mallory");
  await page.getByRole("button", { name: "Delete your account" }).click();
  await page.getByText("This is not your username.").waitFor();
  await assertAppearance(page, "desktop-my-account-5-delete-problem");
  await page.getByLabel("To confirm, type your username").fill(alice.username);
  await page.getByRole("button", { name: "Delete your account" }).click();
  await page.getByRole("heading", { name: "Your account has been deleted" }).waitFor();
  await assertAppearance(page, "desktop-my-account-6-deleted");
  await page.goto(`${issuer}/account`);
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  assert.equal((await latchkey.call("getAccount", { username: alice.username })).status, 404);
  assert.deepEqual(complaints.filter(isSurprising), []);
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

/** Photos gets what it asks for, and the planner may see a workspace. */
async function connectApps(page: Page): Promise<void> {
  await page.goto(authorizationUrl());
  if (page.url().includes("/consent")) await consent(page);
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  await page.goto(installUrl(issuer, planner).href);
  await consent(page);
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  await exchangeCode(issuer, planner, new URL(page.url()).searchParams.get("code") ?? "");
}

/** The browser notes every page that is not a 200, which those are on purpose. */
function isSurprising(complaint: string): boolean {
  return !/^Failed to load resource: the server responded with a status of 4\d\d/.test(complaint);
}
