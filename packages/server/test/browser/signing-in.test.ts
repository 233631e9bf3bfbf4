import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { freePorts } from "../processes/free-ports.ts";
import { alice } from "../support/sign-in-server.ts";
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
const { issuer, latchkey, browser, authorizationUrl } = await startBrowserFixture({
  "serve.public.port": port,
  "urls.self.issuer": `http://localhost:${port}`,
  "identity.group_policies": { staff: "second_factor", admins: "passkey" },
});
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const password = "correct horse battery staple";

async function createUser(username: string, name: string, groups: readonly string[] = []) {
  await latchkey.createAccount({ body: { username, password, groups, claims: { name } } });
}

async function signInAs(page: Page, username: string) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A device whose authenticator verifies the user without asking. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe("a policy that asks for more than a password", () => {
  it("leads an admin through creating a passkey, which the sign-in goes on with", async () => {
    await createUser("ada", "Ada Admin", ["admins"]);
    const { page, complaints } = await openTab(browser);
    await addAuthenticator(page);
    await page.goto(authorizationUrl());
    await signInAs(page, "ada");
    await page.getByRole("heading", { name: "Create a passkey" }).waitFor();
    await assertAppearance(page, "desktop-set-up-passkey");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.getByText("Confirm with your passkey to continue.").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await consent(page);
    await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("leads a member of staff through an authenticator app, on a phone without scripts", async () => {
    await createUser("stan", "Stan Staff", ["staff"]);
    const { page } = await openTab(browser, { ...phone, javaScriptEnabled: false });
    await page.goto(authorizationUrl());
    await signInAs(page, "stan");
    await page.getByRole("heading", { name: "Set up two-step verification" }).waitFor();
    await assertAppearance(page, "phone-set-up-factor");
    const secret = decodeKey((await page.locator(".typed-key").textContent()) ?? "");
    await page.getByLabel("6-digit code").fill("000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("This code is not valid.").waitFor();
    await assertAppearance(page, "phone-set-up-factor-wrong");
    await page.getByLabel("6-digit code").fill(codeOf(secret));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
    await assertAppearance(page, "phone-set-up-codes");
    await page.getByRole("button", { name: "I have saved the codes" }).click();
    await consent(page);
    await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  });

  it("offers both where either is enough", async () => {
    await createUser("steve", "Steve Staff", ["staff"]);
    const { page } = await openTab(browser);
    await page.goto(authorizationUrl());
    await signInAs(page, "steve");
    await page.getByRole("button", { name: "Create a passkey" }).waitFor();
    await page.getByRole("heading", { name: "Use an authenticator app" }).waitFor();
    await assertAppearance(page, "desktop-set-up-factor");
  });
});

describe("the list of accounts", () => {
  for (const [name, options] of [
    ["desktop", {}],
    ["phone", { ...phone, javaScriptEnabled: false }],
  ] as const) {
    it(`on a ${name}: two users sign in, choose, remove and sign out`, async () => {
      const bob = `bob-${name}`;
      await createUser(bob, "Robert Robertson with a long name that goes on and on");
      const { page, complaints } = await openTab(browser, options);
      await page.goto(authorizationUrl({ prompt: "login" }));
      await signIn(page);
      await page.waitForURL("**/consent?**");
      await page.goto(authorizationUrl({ prompt: "login" }));
      await signInAs(page, bob);
      await page.waitForURL("**/consent?**");
      await page.goto(authorizationUrl({ prompt: "select_account" }));
      await page.getByRole("heading", { name: "Choose an account" }).waitFor();
      await assertAppearance(page, `${name}-choose-account`);
      const storageState = await page.context().storageState();
      await page.getByRole("button", { name: alice.profile.name }).first().click();
      await page.waitForURL("**/consent?**");
      await page.getByText(`Signed in as ${alice.profile.name}`).waitFor();

      await page.goto(`${issuer}/oauth2/sessions/logout`);
      await page.getByText("You are also signed in as Robert").waitFor();
      await assertAppearance(page, `${name}-sign-out-of-all`);
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await page.getByText("You are signed out").waitFor();
      await page.goto(authorizationUrl());
      await page.getByRole("heading", { name: "Choose an account" }).waitFor();
      await assertAppearance(page, `${name}-choose-account-signed-out`);
      await page.getByRole("button", { name: `Remove ${alice.profile.name} from` }).click();
      await page.getByText("Robert Robertson").waitFor();
      assert.equal(await page.getByText(alice.profile.name).count(), 0);
      await page.getByRole("button", { name: "Use another account" }).click();
      await page.getByLabel("Username").waitFor();
      assert.deepEqual(complaints, []);

      if (name !== "phone") return;
      for (const locale of ["de", "fr", "es", "ja", "zh", "zh-TW"]) {
        const tab = await openTab(browser, { ...options, locale, storageState });
        await tab.page.goto(authorizationUrl({ prompt: "select_account" }));
        await tab.page.locator(".account-list").waitFor();
        await assertAppearance(tab.page, `phone-choose-account-${locale}`);
        await tab.page.context().close();
      }
    });
  }
});

describe("a field for a password", () => {
  it("shows what was typed, and is sent as one", async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(authorizationUrl());
    const field = page.getByLabel("Password", { exact: true });
    await field.fill(alice.password);
    const button = page.getByRole("button", { name: "Show password" });
    await button.click();
    assert.equal(await field.getAttribute("type"), "text");
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    assert.equal(await field.getAttribute("autocomplete"), "current-password");
    await assertAppearance(page, "desktop-login-password-shown");
    await button.click();
    assert.equal(await field.getAttribute("type"), "password");
    await page.getByLabel("Username").fill(alice.username);
    await button.click();
    await field.press("Enter");
    await page.waitForURL("**/consent?**");
    assert.deepEqual(complaints, []);
  });

  it("says how strong a new password is while it is typed, and the server decides", async () => {
    await createUser("nina", "Nina New");
    await latchkey.updateAccount({ username: "nina", body: { state: "must_change_password" } });
    for (const [name, options] of [
      ["desktop", {}],
      ["phone", phone],
    ] as const) {
      const { page, complaints } = await openTab(browser, options);
      await page.goto(authorizationUrl());
      await signInAs(page, "nina");
      const field = page.getByLabel("New password", { exact: true });
      assert.equal(await field.getAttribute("autocomplete"), "new-password");
      const strength = page.locator(".strength output");
      assert.equal(await strength.isVisible(), false);
      assert.deepEqual(complaints, []);
      for (const [typed, expected] of [
        ["short", "Too short"],
        ["password1", "Easy to guess"],
        ["Tr0ub4dor", "Fair"],
        ["tulips under a violet sky", "Strong"],
      ] as const) {
        await field.fill(typed);
        assert.equal(await strength.textContent(), expected);
        await assertAppearance(page, `${name}-strength-${expected.split(" ")[0]}`);
      }
      // Strong by its letters, and refused by the server all the same: the same password as before.
      await field.fill(password);
      await page.getByRole("button", { name: "Save password" }).click();
      await page.getByText("Choose a password that differs").waitFor();
      await assertAppearance(page, `${name}-new-password-refused`);
    }
  });
});
