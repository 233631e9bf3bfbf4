import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { basic, createClient } from "@latchkey/client";
import type { Browser } from "playwright-core";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { consent, openTab, picture, signIn } from "../browser/browser-fixture.ts";
import { paymentType } from "../consent/payments.ts";
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
          redirect_uris: [`${issuer}/signed-out`],
        },
      });
    }
    await latchkey.createRegistrationToken({ body: { note: "For the CI system" } });
    await latchkey.createAuthorizationDetailsType({ body: paymentType });
    const trusted = await latchkey.trustJwtGrantIssuer({
      body: {
        issuer: "https://ci.example",
        allow_any_subject: true,
        jwks_uri: "https://ci.example/jwks",
        scope: ["deploy"],
        expires_at: "2099-01-01T00:00:00Z",
      },
    });
    const workspace = await latchkey.createWorkspace({
      body: { name: "Wonderland", resources: [{ id: randomUUID(), title: "Tea party" }] },
    });
    await latchkey.createWorkspaceMember({ id: workspace.id, body: { subject, name: "Alice" } });
    const integration = await latchkey.createIntegration({
      body: {
        name: "Tea timer",
        redirect_uris: ["https://tea.example/"],
        webhook_url: "https://tea.example/hook",
      },
    });
    const internal = await latchkey.createIntegration({
      body: { name: "Nightly export", kind: "internal", install_scope: [workspace.id] },
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
      ["/registration-tokens", "For the CI system"],
      ["/trusted-issuers", "https://ci.example"],
      [`/trusted-issuers/${trusted.id}`, "deploy"],
      ["/details-types", "payment_initiation"],
      ["/details-types/payment_initiation", "Consent and schema"],
      ["/sessions?find=alice", "Alice Liddell"],
      ["/tokens", "Inspect"],
      ["/workspaces", "Wonderland"],
      [`/workspaces/${workspace.id}`, "Tea party"],
      [`/workspaces/${workspace.id}`, "Nightly export"],
      ["/integrations", "Tea timer"],
      [`/integrations/${integration.id}`, "enabled"],
      [`/integrations/${integration.id}`, "No webhooks yet"],
      [`/integrations/${internal.id}`, "Wonderland"],
      ["/inspector", "Waiting for the first flow"],
    ];
  }

  async function consentToPhotos(): Promise<void> {
    const { page } = await openTab(browser);
    const asked = {
      client_id: "photos",
      redirect_uri: `${issuer}/signed-out`,
      response_type: "code",
      scope: "openid",
      state: "a state of photos",
    };
    await page.goto(`${issuer}/oauth2/auth?${new URLSearchParams(asked)}`);
    await signIn(page);
    await page.getByLabel("Do not ask me again for this app").check();
    await consent(page);
    await page.waitForURL("**/signed-out?**");
    await page.context().close();
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
    await press(page, "Sign in with the key");
    await page.getByText("This API key is not known, or was revoked.").waitFor();
    await page.getByLabel("API key").fill(all);
    await press(page, "Sign in with the key");
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
    await press(page, "Sign in with the key");
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

    const { access_token } = await createClient({ public: issuer }).oauth2Token(
      { grant_type: "client_credentials" },
      { authorization: basic("nightly-report", "a secret") },
    );
    await page.goto(`${admin}/console/tokens`);
    await page.getByLabel("Token", { exact: true }).fill(access_token);
    await press(page, "Inspect");
    await page.getByRole("heading", { name: "Access token" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Revoke" }).count(), 0);

    await consentToPhotos();
    await page.goto(`${admin}/console/sessions?find=alice`);
    await page.locator("main").getByText("App photos").waitFor();
    assert.equal(await page.getByRole("button", { name: /Revoke/ }).count(), 0);

    for (const path of [
      "/new-client",
      "/new-api",
      "/new-trusted-issuer",
      "/new-integration",
      "/keys",
      "/keys/hydra.openid.id-token",
    ]) {
      await page.goto(`${admin}/console${path}`);
      await page.getByText(/or an API key with the scope (write|keys)/).waitFor();
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
    await press(page, "Sign in with the key");
    await page.getByRole("button", { name: "Delete client" }).waitFor();
    assert.equal(await page.getByRole("note").count(), 0);
    await page.getByRole("link", { name: "Keys", exact: true }).waitFor();
  });
}

/** Buttons that change nothing: copying, sorting, looking up, and trying a flow as the client itself. */
/** Entries of a history, which open, begin with what was done and when. */
const HARMLESS =
  /^(|Copy.*|Live|Paused|Look up|Inspect|Request a token|View live flows|Registration tokens|Requests|Per second|p50|p95|Errors|[\w ]+\n\d\d:\d\d:[^]*)$/;
