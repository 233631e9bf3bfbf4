import assert from "node:assert/strict";
import { it } from "node:test";
import { basic } from "@latchkey/client";
import type { Page } from "playwright-core";
import { consent, signIn } from "../browser/browser-fixture.ts";
import { nightlyReport } from "./company.ts";
import { type ConsoleFixture, heading, openConsole, press } from "./console-tab.ts";

/** What operators do in the console, from start to end. */
export function testTasks({ world, company }: ConsoleFixture): void {
  const { admin, browser, issuer, latchkey, subject } = world;

  it("a client is created, found, edited, given a new secret and deleted", async () => {
    const { page, complaints, origins, open } = await openConsole(browser, admin);
    await open("/new-client", "New client");
    await page.getByLabel("Name", { exact: true }).fill("Tea shop");
    await page.getByLabel("Redirect URIs").fill("https://tea.example/callback");
    await page.getByLabel("Client ID").fill("tea-shop");
    await press(page, "Create client");
    const dialog = page.getByRole("dialog", { name: "Client created" });
    const secret = (await dialog.getByText(/^lk_cs_/).textContent()) ?? "";
    await press(page, "Copy client_secret");
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), secret);
    await press(page, "I have saved it");
    await heading(page, "Tea shop");
    assert.equal(
      await tokenStatus("tea-shop", secret),
      400,
      "the secret is valid, the grant is not allowed",
    );

    await page.getByRole("link", { name: "Clients" }).first().click();
    await heading(page, "Clients");
    await page.getByRole("link", { name: "Nightly report" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("tea.example");
    await page.getByText("1 client matches").waitFor();
    assert.equal(await page.getByRole("row").count(), 2);
    await page.getByRole("link", { name: "Tea shop" }).click();

    await press(page, "Edit");
    await page.getByLabel("Name", { exact: true }).fill("Tea house");
    await press(page, "Save changes");
    await heading(page, "Tea house");

    await press(page, "Rotate secret");
    await press(page, "Generate new secret");
    const renewed = (await page.getByText(/^lk_cs_/).textContent()) ?? "";
    await press(page, "I have saved it");
    assert.deepEqual(
      [await tokenStatus("tea-shop", secret), await tokenStatus("tea-shop", renewed)],
      [400, 400],
    );

    await press(page, "Delete client");
    const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete client" });
    assert.ok(await confirm.isDisabled(), "the name was not typed yet");
    await page.getByLabel("Type Tea house to confirm").fill("Tea house");
    await confirm.click();
    await heading(page, "Clients");
    assert.equal((await latchkey.call("getOAuth2Client", { id: "tea-shop" })).status, 401);
    assert.deepEqual(complaints, []);
    assert.deepEqual([...origins], [admin]);
  });

  it("a registration token is created, listed and revoked", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    await open("/clients", "Clients");
    await page.getByRole("link", { name: "Registration tokens" }).click();
    await heading(page, "Registration tokens");
    await press(page, "New registration token");
    await page.getByLabel("Note").fill("Albums team");
    await page.getByLabel("Uses").fill("5");
    await page.getByLabel("Valid for").fill("soon");
    await press(page, "Create token");
    await page.getByText(/a lifespan in whole seconds/).waitFor();
    await page.getByLabel("Valid for").fill("24h");
    await press(page, "Create token");
    await page.getByText(/^lk_iat_/).waitFor();
    await press(page, "I have saved it");
    await page.getByRole("row", { name: /Albums team.*0 of 5/ }).waitFor();
    await press(page, "Revoke Albums team");
    await press(page, "Revoke token");
    await page.getByText("No registration tokens yet").waitFor();
    assert.deepEqual(await latchkey.listRegistrationTokens(), []);
    assert.equal(complaints.length, 1, "the lifespan that was refused");
  });

  it("what a change would have refused is shown before it is made", async () => {
    const identifier = "https://tea.example/impact";
    const api = await latchkey.createApi({
      body: { identifier, name: "Pots", allow_any_client: true },
    });
    const client = { client_id: "kettle", client_name: "Kettle", client_secret: "boiling water" };
    await latchkey.createOAuth2Client({ body: { ...client, grant_types: ["client_credentials"] } });
    const input = { grant_type: "client_credentials", resource: [identifier] };
    const authorization = basic("kettle", "boiling water");
    for (let sent = 0; sent < 2; sent += 1) await latchkey.oauth2Token(input, { authorization });

    const { page, complaints, open } = await openConsole(browser, admin);
    const refused = (action: string) =>
      page.getByText(`${action} would have refused 2 of the 2 requests of Kettle since`).waitFor();
    await open(`/apis/${api.id}`, "Pots");
    await press(page, "Edit");
    await page.getByText("Every client may request it").click();
    await refused("Saving");
    await page.getByText("Every client may request it").click();
    await page.getByText("would have refused").waitFor({ state: "detached" });
    await press(page, "Save changes");
    await press(page, "Delete API");
    await refused("Deleting it");
    await page.getByText(`audience ${identifier} (2)`).waitFor();
    await press(page, "Cancel");

    await open("/clients/kettle", "Kettle");
    await press(page, "Delete client");
    await refused("Deleting it");
    assert.deepEqual(complaints, []);
    await latchkey.deleteOAuth2Client({ id: "kettle" });
    await latchkey.deleteApi({ id: api.id });
  });

  it("an API is registered, found, edited and deleted", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    await open("/new-api", "New API");
    await page.getByLabel("Identifier").fill("tea.example");
    await press(page, "Create API");
    await page.getByText(/must be an absolute URI/).waitFor();
    await page.getByLabel("Identifier").fill("https://tea.example/api");
    await page.getByLabel("Name", { exact: true }).fill("Tea API");
    await page.getByLabel("Scopes", { exact: true }).fill("tea.pour");
    await page.getByText("Verified offline, as in RFC 9068").click();
    await page.getByLabel("Signing algorithm").selectOption("ES256");
    await press(page, "Create API");
    await heading(page, "Tea API");

    await page.getByRole("link", { name: "APIs" }).first().click();
    await heading(page, "APIs");
    await page.keyboard.press("/");
    await page.keyboard.type("tea.example");
    await page.getByText("1 API matches").waitFor();
    await page.getByRole("link", { name: "Tea API" }).click();

    await press(page, "Edit");
    await page.getByLabel("Longest lifespan of access tokens").fill("5m");
    await page.getByText("Every client may request it").click();
    await press(page, "Save changes");
    await page.getByText("5m").waitFor();
    const [api] = await latchkey.listApis({ search: "tea.example" });
    assert.partialDeepStrictEqual(api, {
      identifier: "https://tea.example/api",
      scopes: ["tea.pour"],
      access_token_format: "jwt",
      access_token_signing_alg: "ES256",
      access_token_lifespan: "5m",
      allow_any_client: true,
    });

    await press(page, "Delete API");
    await page.getByLabel("Type Tea API to confirm").fill("Tea API");
    await page.getByRole("dialog").getByRole("button", { name: "Delete API" }).click();
    await heading(page, "APIs");
    assert.deepEqual(await latchkey.listApis({ search: "tea.example" }), []);
    assert.deepEqual(
      complaints.filter((line) => !/400/.test(line)),
      [],
    );
  });

  it("a flow is started from the console, and its callback exchanges the code for tokens", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    await open("/clients/albums", "Albums");
    await press(page, "Add this console as a redirect URI");
    const opened = page.waitForEvent("popup");
    await press(page, "Sign in in a new tab");
    const tab = await opened;
    await signIn(tab);
    await consent(tab);
    await heading(tab, "Authorization code received");
    await press(tab, "Exchange the code for tokens");
    await tab.getByText("These are the tokens of the client.").waitFor();
    await tab.getByText(`"sub": "${subject}"`).first().waitFor();
    assert.deepEqual(complaints, []);
  });

  it("a client has the code of the guides with its own values, in each language", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    const codeOf = async (tab: string, file: string): Promise<string> => {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      return page.getByLabel(file, { exact: true }).innerText();
    };
    await open("/clients/photos", "Photos");
    const values = [world.issuer, world.photos.redirect_uri, '"photos"'];
    for (const [tab, file, line] of [
      ["Python", "app.py", "client_secret=os.environ"],
      ["Go", "main.go", "package main"],
      ["Java", "src/main/resources/application.yml", "client-id:"],
      ["Next.js", "lib/auth.js", "const CLIENT_ID ="],
    ] as const) {
      const code = await codeOf(tab, file);
      for (const text of [line, ...values]) assert.ok(code.includes(text), `${text} in\n${code}`);
    }
    await page.getByText("app/callback/route.js").click();
    await page.getByLabel("app/callback/route.js", { exact: true }).waitFor();
    const guide = page.getByRole("link", { name: "The guide" });
    assert.equal(await guide.getAttribute("href"), "/docs/guides/nextjs");

    await open("/clients/nightly-report", "Nightly report");
    const script = await codeOf("curl", "backup.sh");
    assert.ok(script.includes("CLIENT_ID='nightly-report'"), script);
    await open(`/apis/${company.api_id}`, "Reports API");
    const api = await codeOf("Express", "api.js");
    assert.ok(api.includes('"https://reports.example/api"'), api);
    assert.deepEqual(complaints, []);
  });

  it("the page of a single-page app shows its issuer and its CORS origins", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/new-client", "New client");
    await page.getByText("Single-page app").click();
    await page.getByLabel("Name", { exact: true }).fill("Tea app");
    await page.getByLabel("Redirect URIs").fill("https://tea-app.example/callback");
    await press(page, "Create client");
    await heading(page, "Tea app");
    await page.getByText(world.issuer, { exact: true }).waitFor();
    await page.getByText("https://tea-app.example", { exact: true }).waitFor();
  });

  it("a machine-to-machine client gets a token from the console; a wrong secret is an error beside the field", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/clients/nightly-report", "Nightly report");
    await page.getByRole("link", { name: "The guide" }).waitFor(); // Its code moves the form down.
    await page.getByLabel("Client secret").fill("mallory's guess");
    await press(page, "Request a token");
    await page.getByText("Client authentication failed").waitFor();
    assert.match(await describedBy(page, "Client secret"), /Client authentication failed/);
    await page.getByLabel("Client secret").fill("only the night knows");
    await press(page, "Request a token");
    await page.getByText(/^lk_at_/).waitFor();
  });

  it("a key is rotated and the old one deleted; no private parameter is shown", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/keys", "Keys");
    await page.getByLabel("Name of the key set").fill("wonderland");
    await press(page, "Open key set");
    await heading(page, "wonderland");
    for (const [button, kid] of [
      ["Generate a key", "red"],
      ["Rotate", "white"],
    ] as const) {
      await press(page, button);
      await page.getByText("Small and fast").click();
      await page.getByLabel("Key ID", { exact: true }).fill(kid);
      await press(page, "Generate");
      await page.getByRole("rowheader", { name: kid }).waitFor();
    }
    const { keys } = await latchkey.getJsonWebKeySet({ set: "wonderland" });
    const text = await page.locator("main").innerText();
    for (const { x = "?", d = "" } of keys) assert.ok(text.includes(x) && !text.includes(d));

    await press(page, "Delete red");
    await page.getByLabel("Type red to confirm").fill("red");
    await press(page, "Delete key");
    await page.getByRole("rowheader", { name: "red" }).waitFor({ state: "detached" });

    await press(page, "Import");
    await page.getByLabel("JSON Web Key").fill(JSON.stringify({ ...keys[1], kid: "brought" }));
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await page.getByRole("rowheader", { name: "brought" }).waitFor();

    await open("/keys", "Keys");
    const others = page.getByRole("table", { name: "Other key sets" });
    const row = others.getByRole("row", { name: "wonderland" });
    assert.equal(await row.getByRole("cell").last().innerText(), "2");
    assert.equal(await others.getByText("hydra.openid.id-token").count(), 0);
    await row.getByRole("link", { name: "wonderland" }).click();
    await heading(page, "wonderland");
  });

  it("the consents of a user are shown and revoked", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/sessions", "Sessions");
    await page.getByLabel("User or subject").fill("Alice Liddell");
    await page.getByLabel("User or subject").press("Enter");
    await page.getByRole("rowheader", { name: "Photos" }).waitFor();
    await press(page, "Revoke the access of Photos");
    await press(page, "Revoke access");
    await page.getByRole("rowheader", { name: "Photos" }).waitFor({ state: "detached" });
    const left = await latchkey.listSubjectConsentSessions({ subject });
    assert.ok(left.every(({ consent_request }) => consent_request.client.client_id !== "photos"));

    await press(page, "Sign out everywhere");
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("a token is introspected and revoked", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/tokens", "Tokens");
    await page.getByLabel("Token", { exact: true }).fill("lk_at_mallory");
    await press(page, "Inspect");
    await page.getByText("Not an active access or refresh token.").waitFor();
    await page.getByLabel("Token", { exact: true }).fill(company.access_token);
    await press(page, "Inspect");
    await page.getByRole("heading", { name: "Access token" }).waitFor();
    await page.getByText("reports.read").waitFor();
    await press(page, "Revoke");
    await page.getByText("This token and those issued with it").click();
    await page.getByLabel("Client secret").fill("only the night knows");
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Not an active access or refresh token.").waitFor();
    const { active } = await latchkey.introspectOAuth2Token({ token: company.access_token });
    assert.equal(active, false);
  });

  it("a workspace is created, edited, gets a member and a resource, and is deleted", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/workspaces", "Workspaces");
    await press(page, "New workspace");
    await page.getByLabel("Name", { exact: true }).fill("Looking-Glass House");
    await press(page, "Create workspace");
    await heading(page, "Looking-Glass House");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Icon").fill("♟");
    await press(page, "Save changes");
    await page.getByText("♟").waitFor();
    await press(page, "Add a member");
    await page.getByLabel("Subject").fill("red-queen");
    await press(page, "Add member");
    await page.getByRole("rowheader", { name: "red-queen" }).waitFor();
    await press(page, "Edit red-queen");
    await page.getByLabel("Name", { exact: true }).fill("The Red Queen");
    await page.getByText("Admin", { exact: true }).click();
    await press(page, "Save changes");
    await page.getByRole("rowheader", { name: "The Red Queen" }).waitFor();
    await page.getByLabel("Title of a new resource").fill("Chess");
    await press(page, "Add");
    await page.getByRole("rowheader", { name: "Chess" }).waitFor();
    await press(page, "Remove The Red Queen");
    await press(page, "Remove member");
    await page.getByText("No members yet").waitFor();
    await press(page, "Delete workspace");
    await page.getByLabel("Type Looking-Glass House to confirm").fill("Looking-Glass House");
    await page.getByRole("dialog").getByRole("button", { name: "Delete workspace" }).click();
    await heading(page, "Workspaces");
  });

  it("an integration is edited, and its webhooks are tested", async () => {
    const { page, open } = await openConsole(browser, admin);
    const { id } = await latchkey.createIntegration({ body: { name: "Caucus race" } });
    await open(`/integrations/${id}`, "Caucus race");
    await press(page, "Edit");
    await page.getByLabel("Name", { exact: true }).fill("Caucus");
    await page.getByLabel("Icon").fill("🏁");
    await page.getByLabel("Description").fill("All have prizes.");
    await page.getByText("List it in the directory").click();
    await page.getByLabel("Webhook URL").fill("http://10.0.0.5/hooks");
    await press(page, "Save changes");
    await page.getByText("No webhooks can be sent to this webhook_url").first().waitFor();
    await page.getByLabel("Webhook URL").fill("http://127.0.0.1:1/hooks");
    await press(page, "Save changes");
    await page
      .getByRole("dialog")
      .getByText(/^whsec_/)
      .waitFor();
    await press(page, "I have saved it");
    await heading(page, "Caucus");
    const { listed, description, icon } = await latchkey.getIntegration({ id });
    assert.deepEqual([listed, description, icon], [true, "All have prizes.", "🏁"]);
    await page.getByText("No webhooks yet").waitFor();
    await press(page, "Send a test");
    await page.getByRole("row", { name: /webhook\.test failed 1 The host 127/ }).waitFor();
    await press(page, "Rotate webhook secret");
    await press(page, "Generate new webhook secret");
    await page
      .getByRole("dialog")
      .getByText(/^whsec_/)
      .waitFor();
    await press(page, "I have saved it");
  });

  it("an integration is created, given a new secret, disabled, and disconnected", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/new-integration", "New integration");
    await page.getByLabel("Name", { exact: true }).fill("Croquet");
    await page.getByLabel("Redirect URIs").fill("https://croquet.example/callback");
    await press(page, "Create integration");
    await press(page, "I have saved it");
    await heading(page, "Croquet");
    await press(page, "Rotate secret");
    await press(page, "Generate new secret");
    await press(page, "I have saved it");
    await press(page, "Disable");
    await page.getByText("disabled", { exact: true }).waitFor();

    await open(`/integrations/${company.integration_id}`, "Tea timer");
    await press(page, "Disconnect");
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("disconnected", { exact: true }).waitFor();
  });

  it("an issuer is trusted, shown and not trusted any more", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/new-trusted-issuer", "New trusted issuer");
    await page.getByLabel("Issuer", { exact: true }).fill("https://ci.example");
    await page.getByLabel("Pattern of subjects").fill("repo:octo");
    await page.getByRole("textbox", { name: "JWKS URI" }).fill("https://ci.example/jwks");
    await page.getByLabel("Scope", { exact: true }).fill("deploy");
    await page.getByLabel("Client ID").fill("nightly-report");
    await press(page, "Create trusted issuer");
    await page.getByText(/must be a subject with a '\*'/).waitFor();
    await page.getByLabel("Pattern of subjects").fill("repo:octo/*");
    await press(page, "Create trusted issuer");
    await heading(page, "https://ci.example");
    await page.getByText("repo:octo/*").waitFor();
    const [created] = await latchkey.listTrustedJwtGrantIssuers({ issuer: "https://ci.example" });
    assert.equal(created?.client_id, "nightly-report");
    await press(page, "Delete trusted issuer");
    await page.getByRole("dialog").getByRole("button", { name: "Delete trusted issuer" }).click();
    await heading(page, "Trusted issuers");
    await page.getByText("No trusted issuers yet").waitFor();
  });

  it("an internal integration is created, given a new token, and its tokens are revoked", async () => {
    const { page, open } = await openConsole(browser, admin);
    const workspace = await latchkey.createWorkspace({ body: { name: "Pool of Tears" } });
    const me = (token: string) =>
      fetch(`${issuer}/v1/users/me`, {
        headers: { Authorization: `Bearer ${token}`, "Service-Version": "2026-03-11" },
      });
    const shownToken = async (): Promise<string> => {
      const token = await page.getByText(/^lk_wit_/).innerText();
      await press(page, "I have saved it");
      return token;
    };
    await open("/new-integration", "New integration");
    await page.getByLabel("Name", { exact: true }).fill("Nightly export");
    await page.getByText("Internal", { exact: true }).click();
    await page.getByLabel("Workspace ID").fill(workspace.id);
    await press(page, "Create integration");
    const first = await shownToken();
    await heading(page, "Nightly export");
    assert.equal((await me(first)).status, 200);

    await press(page, "Rotate token");
    await page.getByText("Not at all").click();
    await press(page, "Generate new token");
    const second = await shownToken();
    assert.deepEqual([(await me(first)).status, (await me(second)).status], [401, 200]);

    await press(page, "Revoke tokens");
    await page.getByRole("dialog").getByRole("button", { name: "Revoke tokens" }).click();
    await page.getByRole("button", { name: "Issue a token" }).waitFor();
    assert.equal((await me(second)).status, 401);
  });

  it("the overview counts requests and errors while it is open", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("", "Overview");
    await page.getByText("No requests yet").waitFor();
    const { headers } = await latchkey.call("listOAuth2Clients", { limit: 1 });
    const clients = page.locator(".counts > div").filter({ hasText: "Clients" });
    await clients.getByText(String(headers.get("x-total-count")), { exact: true }).waitFor();
    await latchkey.oauth2Token(
      { grant_type: "client_credentials" },
      { authorization: nightlyReport },
    );
    assert.equal(await tokenStatus("nightly-report", "mallory's guess"), 401);
    await page.getByRole("row", { name: "POST /oauth2/token 2" }).waitFor();
    const tokens = page.getByRole("figure", { name: "Tokens issued" });
    await tokens.getByText("access, client_credentials").waitFor();
    await page.getByText("invalid_client").waitFor();
  });

  it("the request id of an error page leads to the cause, the fix and the rule", async () => {
    const { page, open } = await openConsole(browser, admin);
    await page.goto(world.authorizationUrl({ client_id: "nobody" }));
    const words = await page.locator("body").innerText();
    const [request_id] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(words) ?? [];
    assert.ok(request_id, words);
    await open(`/inspector?request_id=${request_id}`, "Inspector");
    await page.getByText("No client has this client_id.").first().waitFor();
    await page.getByText("Register the client, or correct the client_id").waitFor();
    await page.locator(".step.bad .step-head").click();
    await page.getByText("RFC 6749").waitFor();
    await page.getByText("client_id", { exact: true }).waitFor();
  });

  it("a flow is on the inspector's page as soon as it begins", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open("/inspector?client_id=albums&outcome=under_way", "Inspector");
    await page.getByText("No flow matches").waitFor();
    const redirect_uri = "https://albums.example/callback";
    const code_challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    const asked = {
      client_id: "albums",
      redirect_uri,
      code_challenge,
      code_challenge_method: "S256",
    };
    await fetch(world.authorizationUrl({ ...asked, scope: "openid" }), { redirect: "manual" });
    await page.getByText("The browser was redirected to the login app.").waitFor();
  });

  async function tokenStatus(client_id: string, secret: string): Promise<number> {
    const form = { grant_type: "client_credentials" };
    const authorization = basic(client_id, secret);
    return (await latchkey.call("oauth2Token", form, { authorization })).status;
  }
}

/** The texts that describe a field to assistive technology: its hint and its error. */
async function describedBy(page: Page, label: string): Promise<string> {
  const ids = await page.getByLabel(label).getAttribute("aria-describedby");
  const texts = (ids ?? "").split(" ").map((id) => page.locator(`[id="${id}"]`).innerText());
  return (await Promise.all(texts)).join(" ");
}
