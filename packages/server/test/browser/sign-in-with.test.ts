import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { freePorts } from "../processes/free-ports.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import {
  assertAppearance,
  consent,
  openTab,
  signIn,
  startBrowserFixture,
} from "./browser-fixture.ts";

// Two names of this machine: cookies belong to a name, whatever the port.
const [port] = await freePorts();
const { issuer, admin, latchkey, browser, authorizationUrl } = await startBrowserFixture({
  "serve.public.port": port,
  "urls.self.issuer": `http://localhost:${port}`,
});
const there = await startSignInServer();
await there.latchkey.createOAuth2Client({
  body: {
    client_id: "here",
    client_name: "Here",
    client_secret: "what here knows",
    redirect_uris: [`${issuer}/sign-in-with/there/callback`],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    scope: "openid profile email",
    skip_consent: true,
  },
});
await latchkey.createIdentityProvider({
  body: {
    id: "there",
    name: "Wonderland",
    issuer: there.issuer,
    client_id: "here",
    client_secret: "what here knows",
  },
});
for (const preset of ["google", "microsoft", "apple", "github", "gitlab"]) {
  const tenant = "https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0";
  const issuers = preset === "microsoft" ? { issuer: tenant } : {};
  await latchkey.createIdentityProvider({
    body: { id: preset, preset, client_id: "here", client_secret: "s", ...issuers },
  });
}
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function signInThere(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign in with Wonderland" }).click();
  await page.waitForURL((url) => url.origin === there.issuer);
  await signIn(page);
}

describe("with a desktop browser", () => {
  it("alice links an account elsewhere by her password, signs in with it, and removes the link", async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(authorizationUrl());
    await page.getByRole("button", { name: "Sign in with Google" }).waitFor();
    await assertAppearance(page, "desktop-login-providers");
    await signInThere(page);
    await page.getByRole("heading", { name: "Do you already have an account?" }).waitFor();
    await page.getByText("alice@wonderland.example").waitFor();
    await assertAppearance(page, "desktop-login-pending-link");
    await signIn(page);
    await consent(page);
    await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();

    await page.context().clearCookies();
    await page.goto(`${issuer}/account`);
    await signInThere(page);
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await page
      .getByRole("heading", { name: "Sign in with other accounts" })
      .scrollIntoViewIfNeeded();
    await assertAppearance(page, "desktop-account-providers");
    await page.locator("#providers").getByRole("button", { name: "Remove" }).click();
    await page.getByText("The link has been removed.").waitFor();
    assert.deepEqual(complaints, []);
  });
});

describe("without scripts, on a phone", () => {
  it("alice links an account elsewhere on the account page", async () => {
    const { page, complaints } = await openTab(browser, { ...phone, javaScriptEnabled: false });
    await page.goto(`${issuer}/account`);
    await assertAppearance(page, "phone-login-providers");
    await signIn(page);
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    const row = page.locator("#providers li", { hasText: "Wonderland" });
    await row.getByRole("button", { name: "Link" }).click();
    await page.waitForURL((url) => url.origin === there.issuer);
    await signIn(page);
    await page.getByText("The account has been linked.").waitFor();
    await assertAppearance(page, "phone-account-providers");
    assert.deepEqual(complaints, []);
  });
});

describe("in the console", () => {
  it("an administrator connects a provider, and copies its redirect URI", async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(`${admin}/console/identity-providers`);
    await page.getByRole("heading", { name: "Identity providers" }).waitFor();
    await page.getByRole("link", { name: "Wonderland" }).waitFor();
    await assertAppearance(page, "console-identity-providers");
    await page.getByRole("link", { name: "New identity provider" }).click();
    await page.getByRole("heading", { name: "New identity provider" }).waitFor();
    await assertAppearance(page, "console-new-identity-provider");
    await page.getByText("Other", { exact: true }).click();
    await page.getByLabel("ID", { exact: true }).fill("example");
    await page.getByText(`${issuer}/sign-in-with/example/callback`).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Example");
    await page.getByLabel("Issuer", { exact: true }).fill(there.issuer);
    await page.getByLabel("Client ID", { exact: true }).fill("here");
    await page.getByLabel("Client secret", { exact: true }).fill("what here knows");
    await page.getByText("Always", { exact: true }).click();
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { name: "Example" }).waitFor();
    await page.getByText(`${issuer}/sign-in-with/example/callback`).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Example" }).waitFor();
    await assertAppearance(page, "console-identity-provider");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Name", { exact: true }).fill("An example");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "An example" }).waitFor();
    const stored = await latchkey.getIdentityProvider({ id: "example" });
    assert.deepEqual([stored.name, stored.create_accounts], ["An example", "always"]);
    assert.equal(stored.has_client_secret, true);
    assert.deepEqual(complaints, []);
  });
});
