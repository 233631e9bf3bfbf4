import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { createClient } from "@latchkey/client";
import type { Browser } from "playwright-core";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { picture } from "../browser/browser-fixture.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { heading, openConsole, press } from "./console-tab.ts";

const [reader, all] = [mintApiKey(), mintApiKey()];

/** The console of an admin listener that requires API keys. */
export async function testApiKeys(browser: Browser): Promise<void> {
  const { admin, issuer, subject } = await startSignInServer({
    "serve.admin.api_keys": [`read:${hashApiKey(reader)}`, `read+write+keys:${hashApiKey(all)}`],
  });

  /** Creates something to show on every page that needs only the scope `read`; returns the pages and a text on each. */
  async function createContent(): Promise<readonly [path: string, words: string][]> {
    const latchkey = createClient({ admin, public: issuer, api_key: all });
    for (const client_id of ["photos", "nightly-report"]) {
      const isMachine = client_id === "nightly-report";
      const grant_types = [isMachine ? "client_credentials" : "authorization_code"];
      await latchkey.createOAuth2Client({
        body: {
          client_id,
          client_name: `App ${client_id}`,
          grant_types,
          client_secret: "a secret",
        },
      });
    }
    const workspace = await latchkey.createWorkspace({
      body: { name: "Wonderland", resources: [{ id: randomUUID(), title: "Tea party" }] },
    });
    await latchkey.createWorkspaceMember({ id: workspace.id, body: { subject, name: "Alice" } });
    const integration = await latchkey.createIntegration({
      body: { name: "Tea timer", redirect_uris: ["https://tea.example/"] },
    });
    const api = await latchkey.createApi({
      body: { identifier: "https://reports.example", name: "Reports API" },
    });
    return [
      ["", "Tokens issued"],
      ["/clients", "App nightly-report"],
      ["/clients/photos", "Authentication method"],
      ["/clients/nightly-report", "Request a token"],
      ["/apis", "Reports API"],
      [`/apis/${api.id}`, "https://reports.example"],
      ["/sessions?find=alice", "Alice Liddell"],
      ["/tokens", "Inspect"],
      ["/workspaces", "Wonderland"],
      [`/workspaces/${workspace.id}`, "Tea party"],
      ["/integrations", "Tea timer"],
      [`/integrations/${integration.id}`, "enabled"],
      ["/inspector", "Waiting for the first flow"],
    ];
  }

  it("nothing is fetched before signing in with a valid key", async () => {
    const { page } = await openConsole(browser, admin);
    const responses: string[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith("/console")) responses.push(`${response.status()} ${pathname}`);
    });
    await page.goto(`${admin}/console/clients`);
    await heading(page, "Sign in to the console");
    assert.deepEqual(responses, ["401 /version"]);

    await page.getByLabel("API key").fill("lk_key_mallory");
    await press(page, "Sign in");
    await page.getByText("This API key is not in serve.admin.api_keys.").waitFor();
    await page.getByLabel("API key").fill(all);
    await press(page, "Sign in");
    await heading(page, "Clients");
    await page.getByText("No clients yet").waitFor();

    await page.reload();
    await heading(page, "Clients");
    await press(page, "Sign out");
    await heading(page, "Sign in to the console");
    await page.reload();
    await heading(page, "Sign in to the console");
    assert.equal(await page.evaluate("sessionStorage.length + localStorage.length"), 0);
  });

  it("a key with the scope read sees every page, a read-only notice, and no button that it cannot use", async () => {
    const { page, complaints } = await openConsole(browser, admin);
    await page.goto(`${admin}/console/clients/photos`);
    await page.getByLabel("API key").fill(reader);
    await press(page, "Sign in");
    for (const [path, words] of await createContent()) {
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
    for (const path of [
      "/new-client",
      "/new-integration",
      "/keys",
      "/keys/hydra.openid.id-token",
    ]) {
      await page.goto(`${admin}/console${path}`);
      await page.getByText(/This page needs an API key with the scope (write|keys)/).waitFor();
    }
    assert.deepEqual(
      complaints.filter((text) => !text.includes("401")),
      [],
    );
  });

  it("a key with all scopes sees every button, and no notice", async () => {
    const { page } = await openConsole(browser, admin);
    await page.goto(`${admin}/console/clients/photos`);
    await page.getByLabel("API key").fill(all);
    await press(page, "Sign in");
    await page.getByRole("button", { name: "Delete client" }).waitFor();
    assert.equal(await page.getByRole("note").count(), 0);
    await page.getByRole("link", { name: "Keys", exact: true }).waitFor();
  });
}

/** Buttons that change nothing: copying, sorting, looking up, and trying a flow as the client itself. */
const HARMLESS =
  /^(|Copy.*|Live|Paused|Look up|Inspect|Request a token|View live flows|Registration tokens|Requests|Per second|p50|p95|Errors)$/;
