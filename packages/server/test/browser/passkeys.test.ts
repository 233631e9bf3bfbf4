import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { basic } from "@latchkey/client";
import { decodeJwt } from "jose";
import type { CDPSession, Page } from "playwright-core";
import { freePorts } from "../processes/free-ports.ts";
import { codeOf, decodeKey } from "../support/totp.ts";
import {
  assertAppearance,
  consent,
  openTab,
  signIn,
  startBrowserFixture,
} from "./browser-fixture.ts";

// WebAuthn knows no relying parties at IP addresses.
const [port] = await freePorts();
const { issuer, latchkey, browser, photos, authorizationUrl } = await startBrowserFixture({
  "serve.public.port": port,
  "urls.self.issuer": `http://localhost:${port}`,
});
const credentials = { authorization: basic("photos", "only photos knows this") };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A tab whose device has an authenticator, which verifies the user without asking. */
async function openWithAuthenticator() {
  const tab = await openTab(browser);
  const devtools = await tab.page.context().newCDPSession(tab.page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { ...tab, devtools, authenticatorId };
}

async function credentialsIn(devtools: CDPSession, authenticatorId: string) {
  return (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

async function claimsOf(page: Page) {
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  const code = new URL(page.url()).searchParams.get("code") ?? assert.fail(page.url());
  const { id_token = "" } = await latchkey.oauth2Token(
    { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri },
    credentials,
  );
  return decodeJwt(id_token);
}

describe("with a passkey", () => {
  it("alice adds one, signs in with it alone, by button and from the username field, and removes it", async () => {
    const { page, complaints, devtools, authenticatorId } = await openWithAuthenticator();
    await page.goto(`${issuer}/account`);
    await signIn(page);
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await page.getByLabel("Name of the new passkey").fill("My laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey has been added.").waitFor();
    await page.getByRole("region", { name: "Passkeys" }).getByText("My laptop").waitFor();
    await assertAppearance(page, "desktop-account-passkey");
    const [credential] = await credentialsIn(devtools, authenticatorId);
    assert.deepEqual([credential?.isResidentCredential, credential?.rpId], [true, "localhost"]);

    // From the username field: the browser offers the passkey as soon as the page is open.
    await page.context().clearCookies();
    await page.goto(authorizationUrl());
    await consent(page);
    const filled = await claimsOf(page);
    assert.deepEqual([filled["amr"], filled["acr"]], [["hwk", "user"], "phr"]);

    // By button, where the browser fills nothing in.
    await page.context().clearCookies();
    await page.addInitScript(() => {
      Object.defineProperty(PublicKeyCredential, "isConditionalMediationAvailable", {
        value: async () => false,
      });
    });
    await page.goto(authorizationUrl({ prompt: "login" }));
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await consent(page);
    assert.deepEqual((await claimsOf(page))["amr"], ["hwk", "user"]);

    // An authenticator that does not know the user any more: the page says so, and the password still works.
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.goto(authorizationUrl({ prompt: "login" }));
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("The passkey could not be used.").waitFor();
    await assertAppearance(page, "desktop-login-passkey-failed");

    await signIn(page);
    await consent(page);
    assert.deepEqual((await claimsOf(page))["amr"], ["pwd"]);
    await page.goto(`${issuer}/account`);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Sign in again to continue").waitFor(); // A password alone removes no passkey.
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Removed. It can no longer be used to sign in.").waitFor();
    await page.getByText("You have no passkeys yet.").waitFor();
    // Chromium reports the refusal above.
    assert.equal(complaints.length, 1);
    assert.match(complaints[0] ?? "", /status of 403/);
  });
});

describe("without scripts, on a phone", () => {
  it("alice sets up an authenticator app, signs in with it, and with a recovery code", async () => {
    const { page, complaints } = await openTab(browser, { ...phone, javaScriptEnabled: false });
    await page.goto(`${issuer}/account`);
    await signIn(page);
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await assertAppearance(page, "phone-account-1");
    await page.getByRole("link", { name: "Set up" }).click();
    await page.getByRole("heading", { name: "Authenticator app" }).waitFor();
    await assertAppearance(page, "phone-account-2-set-up");
    const secret = decodeKey((await page.locator(".typed-key").textContent()) ?? "");
    await page.getByLabel("6-digit code").fill("000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("This code is not valid.").waitFor();
    await page.getByLabel("6-digit code").fill(codeOf(secret));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
    await assertAppearance(page, "phone-account-3-recovery-codes");
    const [recovery_code = ""] = await page.locator(".recovery-codes code").allTextContents();
    await page.getByRole("link", { name: "I have saved the codes" }).click();
    await page.getByText("The authenticator app has been set up.").waitFor();
    await assertAppearance(page, "phone-account-4-app");

    await page.context().clearCookies();
    await page.goto(authorizationUrl());
    await signIn(page);
    await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
    await assertAppearance(page, "phone-login-second-factor");
    await page.getByText("Use a recovery code").click();
    await page.getByLabel("Recovery code", { exact: true }).fill("aaaa-bbbb-cccc-dddd");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("This code is not valid, or it has already been used.").waitFor();
    await assertAppearance(page, "phone-login-recovery-code-wrong");
    await page.getByLabel("Recovery code", { exact: true }).fill(recovery_code);
    await page.getByRole("button", { name: "Continue" }).click();
    await consent(page);
    const { amr, acr } = await claimsOf(page);
    assert.deepEqual([amr, acr], [["pwd", "otp"], "mfa"]);

    await page.goto(`${issuer}/account`);
    await page.getByText("9 left").waitFor();
    await page.getByText("Photos", { exact: true }).waitFor();
    await assertAppearance(page, "phone-account-5-app-connected");
    const storageState = await page.context().storageState();
    for (const locale of ["de", "fr", "es", "ja", "zh", "zh-TW"]) {
      const tab = await openTab(browser, { ...phone, locale, storageState });
      await tab.page.goto(`${issuer}/account`);
      assert.equal(await tab.page.locator("html").getAttribute("lang"), locale);
      await assertAppearance(tab.page, `phone-account-${locale}`);
      await tab.page.context().close();
    }
    assert.deepEqual(complaints.filter(isSurprising), []);
  });
});

/** The browser notes every page that is not a 200, which those are on purpose. */
function isSurprising(complaint: string): boolean {
  return !/^Failed to load resource: the server responded with a status of 4\d\d/.test(complaint);
}
