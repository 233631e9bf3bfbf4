import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { picture, startJourney } from "../browser/journey.ts";
import { buildConsole, heading, openConsole, press } from "./console-tab.ts";
import { foundCompany, nightlyReport } from "./wonderland.ts";

buildConsole();
const journey = await startJourney();
const { admin, browser, latchkey, subject } = journey;
const { workspace_id, integration_id } = await foundCompany(journey);

const desktop = { viewport: { width: 1400, height: 900 } };
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

/** Every page: its name, address and heading, and what to wait for. */
const pages: readonly [string, string, string, string][] = [
  ["overview", "", "Overview", "POST /oauth2/token"],
  ["clients", "/clients", "Clients", "Nightly report"],
  ["client", "/clients/photos", "Photos", "Redirect URIs"],
  ["new-client", "/new-client", "New client", "Web server"],
  ["keys", "/keys", "Keys", "RS256"],
  ["key-set", "/keys/hydra.openid.id-token", "ID tokens", "Public view"],
  ["sessions", `/sessions?subject=${subject}`, "Sessions", "albums.write"],
  ["tokens", "/tokens", "Tokens", "Inspect"],
  ["workspaces", "/workspaces", "Workspaces", "Wonderland"],
  ["workspace", `/workspaces/${workspace_id}`, "Wonderland", "for one person"],
  ["integrations", "/integrations", "Integrations", "Tea timer"],
  ["integration", `/integrations/${integration_id}`, "Tea timer", "for one person"],
  ["new-integration", "/new-integration", "New integration", "Public"],
  ["inspector", "/inspector", "Inspector", "redirect_uri"],
  ["callback", "/callback?error=access_denied", "The request was refused", "access_denied"],
  ["nowhere", "/nowhere", "Nothing is here", "Go to the overview"],
];

for (const [look, options] of Object.entries(looks)) {
  describe(`the console, ${look.replace("-", " ")}`, () => {
    it("is open to everybody on every page", async () => {
      const { page, complaints, open } = await openConsole(browser, admin, options);
      for (const [name, path, title, words] of pages) {
        await open(path, title);
        if (name === "overview") await work();
        await page.locator("main").getByText(words).first().waitFor();
        await picture(page, `console-${look}-${name}`);
      }
      assert.deepEqual(complaints.filter(isSurprising), []);
    });

    it("is open to everybody in its dialogs and when something is unfolded", async () => {
      const { page, open } = await openConsole(browser, admin, options);
      await open("/inspector?outcome=failed&client_id=photos", "Inspector");
      await page.locator(".step.bad .step-head").click();
      await page.getByText("invalid_grant").first().waitFor();
      await picture(page, `console-${look}-unfolded`);
      await open("/clients/photos", "Photos");
      await press(page, "Delete client");
      await page.getByRole("dialog").waitFor();
      await picture(page, `console-${look}-delete`);
    });
  });
}

it("the rail is a menu on a phone", async () => {
  const { page, open } = await openConsole(browser, admin, phone);
  await open("/clients", "Clients");
  await press(page, "Menu");
  await picture(page, "console-phone-light-menu");
  await page.getByRole("dialog").getByRole("link", { name: "Keys" }).click();
  await heading(page, "Keys");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

/** Something for the charts to show. */
async function work(): Promise<void> {
  const form = { grant_type: "client_credentials" };
  await latchkey.oauth2Token(form, { authorization: nightlyReport });
  await latchkey.call("oauth2Token", form, { authorization: "Basic bWFsbG9yeTp4" });
}

/** The browser notes a set of keys that is not made yet, which the page says in words. */
function isSurprising(complaint: string): boolean {
  return !complaint.startsWith(
    "Failed to load resource: the server responded with a status of 404",
  );
}
