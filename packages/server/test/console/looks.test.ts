import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { picture, startJourney } from "../browser/journey.ts";
import { buildConsole, heading, openConsole, press } from "./console-tab.ts";
import { showFlows } from "./flows.ts";
import { foundCompany, nightlyReport } from "./wonderland.ts";

buildConsole();
const journey = await startJourney();
const { admin, browser, latchkey, subject } = journey;
const { workspace_id, integration_id } = await foundCompany(journey);

const windows = {
  desktop: { viewport: { width: 1400, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
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
  ["inspector", "/inspector?client_id=photos", "Inspector", "The code_verifier does not match"],
  ["callback", "/callback?error=access_denied", "The request was refused", "access_denied"],
  ["nowhere", "/nowhere", "Nothing is here", "Go to the overview"],
];

for (const [size, window] of Object.entries(windows)) {
  for (const colorScheme of ["light", "dark"] as const) {
    describe(`the console on a ${size}, ${colorScheme}`, () => {
      const look = `console-${size}-${colorScheme}`;

      it("is open to everybody on every page", async () => {
        const options = { ...window, colorScheme };
        const { page, complaints, open } = await openConsole(browser, admin, options);
        await showFlows(page);
        for (const [name, path, title, words] of pages) {
          await open(path, title);
          if (name === "overview") await work();
          await page.locator("main").getByText(words).first().waitFor();
          await picture(page, `${look}-${name}`);
        }
        assert.deepEqual(complaints.filter(isSurprising), []);
      });

      it("is open to everybody in its dialogs and when something is unfolded", async () => {
        const { page, open } = await openConsole(browser, admin, { ...window, colorScheme });
        await showFlows(page);
        await open("/inspector?outcome=failed", "Inspector");
        await page.getByText("Photos shows the code → refused").click();
        await page.getByText("RFC 7636 §4.6").waitFor();
        await picture(page, `${look}-unfolded`);
        await open("/clients/photos", "Photos");
        await press(page, "Delete client");
        await page.getByRole("dialog").waitFor();
        await picture(page, `${look}-delete`);
        if (size !== "phone") return;
        await open("/clients", "Clients");
        await press(page, "Menu");
        await picture(page, `${look}-menu`);
        await page.getByRole("dialog").getByRole("link", { name: "Keys" }).click();
        await heading(page, "Keys");
      });
    });
  }
}

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
