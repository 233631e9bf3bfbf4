import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { createClient } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { picture } from "../browser/journey.ts";
import { launchChromium } from "../support/chromium.ts";
import { startPeopleServer } from "../support/people.ts";
import { buildConsole, heading, openConsole, press } from "./console-tab.ts";

buildConsole();
const [reader, all] = [mintApiKey(), mintApiKey()];
const { admin, issuer, subject } = await startPeopleServer({
  "serve.admin.api_keys": [`read:${hashApiKey(reader)}`, `read+write+keys:${hashApiKey(all)}`],
});
const browser = await launchChromium();

/** Every page that a reader has something to look at on, and what it shows. */
async function fill(): Promise<readonly [path: string, words: string][]> {
  const latchkey = createClient({ admin, public: issuer, api_key: all });
  for (const client_id of ["photos", "nightly-report"]) {
    const isMachine = client_id === "nightly-report";
    const grant_types = [isMachine ? "client_credentials" : "authorization_code"];
    await latchkey.createOAuth2Client({
      body: { client_id, client_name: `App ${client_id}`, grant_types, client_secret: "a secret" },
    });
  }
  const workspace = await latchkey.createWorkspace({
    body: { name: "Wonderland", resources: [{ id: randomUUID(), title: "Tea party" }] },
  });
  await latchkey.createWorkspaceMember({ id: workspace.id, body: { subject, name: "Alice" } });
  const integration = await latchkey.createIntegration({
    body: { name: "Tea timer", redirect_uris: ["https://tea.example/"] },
  });
  return [
    ["", "Tokens issued"],
    ["/clients", "App nightly-report"],
    ["/clients/photos", "Authentication method"],
    ["/clients/nightly-report", "Ask for a token"],
    ["/sessions?find=alice", "Alice Liddell"],
    ["/tokens", "Inspect"],
    ["/workspaces", "Wonderland"],
    [`/workspaces/${workspace.id}`, "Tea party"],
    ["/integrations", "Tea timer"],
    [`/integrations/${integration.id}`, "enabled"],
    ["/inspector", "Waiting for the first flow"],
  ];
}

it("nothing is told before somebody signs in with a key that is known", async () => {
  const { page } = await openConsole(browser, admin);
  const answered: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/console")) answered.push(`${response.status()} ${pathname}`);
  });
  await page.goto(`${admin}/console/clients`);
  await heading(page, "Sign in to the console");
  assert.deepEqual(answered, ["401 /version"]);

  await page.getByLabel("API key").fill("lk_key_mallory");
  await press(page, "Sign in");
  await page.getByText("This API key is not in serve.admin.api_keys.").waitFor();
  await page.getByLabel("API key").fill(all);
  await press(page, "Sign in");
  await heading(page, "Clients");
  await page.getByText("No client yet").waitFor();

  await page.reload();
  await heading(page, "Clients");
  await press(page, "Sign out");
  await heading(page, "Sign in to the console");
  await page.reload();
  await heading(page, "Sign in to the console");
  assert.equal(await page.evaluate("sessionStorage.length + localStorage.length"), 0);
});

it("a key for reading sees every page, a note that it is read-only, and no button that it cannot use", async () => {
  const { page, complaints } = await openConsole(browser, admin);
  await page.goto(`${admin}/console/clients/photos`);
  await page.getByLabel("API key").fill(reader);
  await press(page, "Sign in");
  for (const [path, words] of await fill()) {
    await page.goto(`${admin}/console${path}`);
    await page.getByRole("note").getByText("Read-only.").waitFor();
    await page.locator("main").getByText(words).first().waitFor();
    const buttons = await page.locator("main").getByRole("button").allInnerTexts();
    const links = await page.locator("main a.button").allInnerTexts();
    const shown = [...buttons, ...links].filter((name) => !HARMLESS.test(name));
    assert.deepEqual(shown, [], path);
    await picture(page, `console-read-only${path.replaceAll(/[^a-z]+/g, "-")}`);
  }
  assert.equal(await page.getByRole("link", { name: "Keys", exact: true }).count(), 0);
  for (const path of ["/new-client", "/new-integration", "/keys", "/keys/hydra.openid.id-token"]) {
    await page.goto(`${admin}/console${path}`);
    await page.getByText(/This page needs an API key with the scope (write|keys)/).waitFor();
  }
  assert.deepEqual(
    complaints.filter((text) => !text.includes("401")),
    [],
  );
});

it("a key for everything gets every button, and no note", async () => {
  const { page } = await openConsole(browser, admin);
  await page.goto(`${admin}/console/clients/photos`);
  await page.getByLabel("API key").fill(all);
  await press(page, "Sign in");
  await page.getByRole("button", { name: "Delete client" }).waitFor();
  assert.equal(await page.getByRole("note").count(), 0);
  await page.getByRole("link", { name: "Keys", exact: true }).waitFor();
});

/** What changes nothing: copying, unfolding, looking up, and trying a flow as the client itself. */
const HARMLESS = /^(|Copy.*|Live|Paused|Look up|Inspect|Ask for a token|Watch flows live)$/;
