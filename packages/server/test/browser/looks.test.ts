import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { alice } from "../support/sign-in-server.ts";
import {
  consent,
  openTab,
  assertAppearance,
  signIn,
  startBrowserFixture,
} from "./browser-fixture.ts";

const { issuer, photos, browser, authorizationUrl } = await startBrowserFixture();

const windows = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
};

for (const [look, window] of Object.entries(windows)) {
  describe(`on a ${look}`, () => {
    const open = () => openTab(browser, window);

    it("alice mistypes, signs in, consents, comes back to photos and leaves on her own", async () => {
      const { page, complaints } = await open();
      await page.goto(authorizationUrl());
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await assertAppearance(page, `${look}-1-login`);

      await page.getByLabel("Username").fill(alice.username);
      await page.getByLabel("Password", { exact: true }).fill("mallory's guess");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      const alert = page.getByRole("alert");
      assert.equal(await alert.textContent(), "Incorrect username or password.");
      assert.equal(await page.getByLabel("Username").inputValue(), alice.username);
      await assertAppearance(page, `${look}-2-wrong-password`);

      await signIn(page, { remember: true });
      await page.getByRole("heading", { name: "Photos wants access" }).waitFor();
      const { host } = new URL(photos.origin);
      await page.getByText(host).waitFor();
      await page.getByText("Signed in as Alice Liddell").waitFor();
      for (const words of [
        "recognize you when you come back",
        "keep this access when you are not using the app",
        "see your name, picture and other profile details",
        "see your email address",
        "access “albums.write” on your behalf",
      ]) {
        assert.ok(await page.getByLabel(words).isChecked(), words);
      }
      await assertAppearance(page, `${look}-3-consent`);

      await consent(page);
      await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
      assert.ok(new URL(page.url()).searchParams.has("code"));

      await page.goto(`${issuer}/oauth2/sessions/logout`);
      await page.getByText("Signed in as Alice Liddell").waitFor();
      await assertAppearance(page, `${look}-4-logout`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "You are signed out" }).waitFor();
      await assertAppearance(page, `${look}-5-signed-out`);
      assert.deepEqual(complaints.filter(isSurprising), []);
    });

    it("a request that cannot be answered is explained", async () => {
      const { page, complaints } = await open();
      await page.goto(authorizationUrl({ client_id: "nobody" }));
      await page.getByRole("heading", { name: "The app could not be identified" }).waitFor();
      await assertAppearance(page, `${look}-6-error`);
      await page.goto(`${issuer}/login`);
      await page.getByRole("heading", { name: "There is nothing to do here yet" }).waitFor();
      await assertAppearance(page, `${look}-7-opened-directly`);
      assert.deepEqual(complaints.filter(isSurprising), []);
    });

    it("the root of the server says what it is, and an unknown path that there is no page", async () => {
      const { page, complaints } = await open();
      await page.goto(`${issuer}/`);
      await page.getByRole("heading", { name: "Sign-in server" }).waitFor();
      await assertAppearance(page, `${look}-8-start`);
      await page.getByRole("link", { name: "Connect a device" }).click();
      await page.getByRole("heading", { name: "Connect a device" }).waitFor();
      await page.goto(`${issuer}/nowhere`);
      await page.getByRole("heading", { name: "This page does not exist" }).waitFor();
      await assertAppearance(page, `${look}-9-unknown-path`);
      await page.goto(`${issuer}/oauth2/token`);
      await page.getByRole("heading", { name: "This page cannot be opened this way" }).waitFor();
      await assertAppearance(page, `${look}-10-wrong-method`);
      assert.deepEqual(complaints.filter(isSurprising), []);
    });

    it("a last page that is opened directly claims nothing that has not happened", async () => {
      const { page, complaints } = await open();
      await page.goto(`${issuer}/device/denied`);
      await page.getByRole("heading", { name: "Continue on your device" }).waitFor();
      await assertAppearance(page, `${look}-11-denied-opened-directly`);
      await page.goto(authorizationUrl({ scope: "openid" }));
      await signIn(page);
      await page.waitForURL("**/consent?**");
      await page.goto(`${issuer}/signed-out`);
      await page.getByRole("heading", { name: "You are still signed in" }).waitFor();
      await assertAppearance(page, `${look}-12-signed-out-opened-directly`);
      await page.getByRole("link", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign out?" }).waitFor();
      assert.deepEqual(complaints, []);
    });
  });
}

it("the pages fit a phone in every language", async () => {
  const { page, complaints } = await openTab(browser, windows.phone);
  await page.goto(authorizationUrl());
  await signIn(page, { remember: true });
  await page.waitForURL("**/consent?**");
  for (const ui_locales of ["de", "fr", "es", "ja", "zh"]) {
    for (const prompt of ["login", "consent"]) {
      await page.goto(authorizationUrl({ ui_locales, prompt }));
      assert.equal(new URL(page.url()).pathname, `/${prompt}`);
      assert.equal(await page.locator("html").getAttribute("lang"), ui_locales);
      await assertAppearance(page, `phone-${ui_locales}-${prompt}`);
    }
    await page.goto(`${issuer}/?${new URLSearchParams({ ui_locales })}`);
    assert.equal(await page.locator("html").getAttribute("lang"), ui_locales);
    await assertAppearance(page, `phone-${ui_locales}-start`);
  }
  assert.deepEqual(complaints, []);
});

it("every page has an icon that the browser can draw within its security policy", async () => {
  const { page, complaints } = await openTab(browser);
  for (const path of ["/", "/nowhere", "/signed-out", "/.well-known/jwks.json"]) {
    await page.goto(issuer + path);
    const named = page.locator('link[rel="icon"]');
    const href = path.endsWith(".json") ? "/favicon.ico" : await named.getAttribute("href");
    const width = await page.evaluate(drawnWidth, href ?? "no icon");
    assert.ok(width > 0, path);
  }
  assert.deepEqual(complaints.filter(isSurprising), []);
});

/** Loads an image into the page; 0 if the browser cannot. */
async function drawnWidth(src: string): Promise<number> {
  const image = new Image();
  image.src = src;
  await image.decode().catch(() => undefined);
  return image.naturalWidth;
}

/** The browser notes every page that is not a 200, which those are on purpose. */
function isSurprising(complaint: string): boolean {
  return !/^Failed to load resource: the server responded with a status of 4\d\d/.test(complaint);
}
