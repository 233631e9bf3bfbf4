import assert from "node:assert/strict";
import { assertAppearance } from "../browser/browser-fixture.ts";
import { alice } from "../support/sign-in-server.ts";
import { describe, it } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { nightlyReport } from "./company.ts";
import { type ConsoleFixture, heading, openConsole, press } from "./console-tab.ts";

const desktop = { viewport: { width: 1400, height: 900 } };
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const devices: Readonly<Record<string, BrowserContextOptions>> = { desktop, phone };

/** Every page fits its window and is accessible, on both devices and in both colour schemes. */
export function testAppearance({ world, company }: ConsoleFixture): void {
  const { admin, browser, latchkey, subject } = world;
  const { username } = alice;
  const { api_id, workspace_id, integration_id } = company;

  /** Every page: its name, path and heading, and a text to wait for. */
  const pages: readonly [name: string, path: string, title: string, text: string][] = [
    ["overview", "", "Overview", "POST /oauth2/token"],
    ["clients", "/clients", "Clients", "Nightly report"],
    ["client", "/clients/photos", "Photos", "has the commands"],
    ["new-client", "/new-client", "New client", "Web application"],
    [
      "registration-tokens",
      "/registration-tokens",
      "Registration tokens",
      "No registration tokens yet",
    ],
    ["apis", "/apis", "APIs", "Reports API"],
    ["api", `/apis/${api_id}`, "Reports API", "has the commands"],
    ["new-api", "/new-api", "New API", "Identifier"],
    ["keys", "/keys", "Keys", "RS256"],
    ["key-set", "/keys/hydra.openid.id-token", "ID tokens", "Public keys"],
    ["accounts", "/accounts", "Accounts", "Alice Liddell"],
    ["account", `/accounts/${username}`, "Alice Liddell", "albums.write"],
    ["new-account", "/new-account", "New account", "Generate a password"],
    ["sessions", `/sessions?subject=${subject}`, "Sessions", "albums.write"],
    ["tokens", "/tokens", "Tokens", "Inspect"],
    ["branding", "/branding", "Branding", "Save branding"],
    ["details-types", "/details-types", "Details types", "Pay {amount} {currency} to {creditor}"],
    [
      "details-type",
      "/details-types/payment_initiation",
      "payment_initiation",
      "Consent and schema",
    ],
    ["workspaces", "/workspaces", "Workspaces", "Wonderland"],
    ["workspace", `/workspaces/${workspace_id}`, "Wonderland", "active"],
    ["integrations", "/integrations", "Integrations", "Tea timer"],
    ["integration", `/integrations/${integration_id}`, "Tea timer", "active"],
    ["new-integration", "/new-integration", "New integration", "Public"],
    ["trusted-issuers", "/trusted-issuers", "Trusted issuers", "New trusted issuer"],
    ["new-trusted-issuer", "/new-trusted-issuer", "New trusted issuer", "Pattern of subjects"],
    ["inspector", "/inspector", "Inspector", "redirect_uri"],
    ["audit", "/audit", "Audit log", "Created"],
    [
      "callback",
      "/callback?error=access_denied",
      "The authorization request failed",
      "access_denied",
    ],
    ["not-found", "/nowhere", "Page not found", "Go to the overview"],
  ];

  for (const [device, options] of Object.entries(devices)) {
    describe(`the console on a ${device}`, () => {
      it("fits and is accessible on every page", async () => {
        const { page, complaints, open, navigate } = await openConsole(browser, admin, options);
        await open("", "Overview");
        for (const [name, path, title, text] of pages) {
          // Loading a page by its address takes as long as checking it, and is tested with the tasks.
          await navigate(path, title);
          if (name === "overview") await requestTokens();
          await page.locator("main").getByText(text).first().waitFor();
          await assertAppearance(page, `console-${device}-${name}`);
        }
        assert.deepEqual(complaints, []);
      });

      it("fits and is accessible with dialogs, errors, expanded steps and the edit form", async () => {
        const { page, open } = await openConsole(browser, admin, options);
        await open("/inspector?outcome=failed&client_id=photos", "Inspector");
        await page.locator(".step.bad .step-head").click();
        await page.getByText("invalid_grant").first().waitFor();
        await assertAppearance(page, `console-${device}-expanded`);
        await open("/audit?object_type=client&search=photos", "Audit log");
        await page.locator(".flow-head").first().click();
        await page.getByRole("table", { name: "What changed" }).waitFor();
        await assertAppearance(page, `console-${device}-audit-expanded`);
        await open("/clients/photos", "Photos");
        await press(page, "Delete client");
        await page.getByRole("dialog").waitFor();
        await assertAppearance(page, `console-${device}-delete`);
        await press(page, "Cancel");
        await press(page, "Edit");
        await page.getByLabel("Redirect URIs", { exact: true }).fill("javascript:alert(1)");
        await press(page, "Save changes");
        await page.getByText("must be absolute").waitFor();
        await assertAppearance(page, `console-${device}-edit-error`);
      });
    });
  }

  it("the navigation is a menu on a phone", async () => {
    const { page, open } = await openConsole(browser, admin, phone);
    await open("/clients", "Clients");
    await press(page, "Menu");
    await assertAppearance(page, "console-phone-menu");
    await page.getByRole("dialog").getByRole("link", { name: "Keys" }).click();
    await heading(page, "Keys");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  /** Makes metrics for the charts to show. */
  async function requestTokens(): Promise<void> {
    const form = { grant_type: "client_credentials" };
    await latchkey.oauth2Token(form, { authorization: nightlyReport });
    await latchkey.call("oauth2Token", form, { authorization: "Basic bWFsbG9yeTp4" });
  }
}
