import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Role } from "@latchkey/api";
import { createClient } from "@latchkey/client";
import type { Browser, Page } from "playwright-core";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { assertAppearance, openTab, picture, signIn } from "../browser/browser-fixture.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { heading, openConsole, press } from "./console-tab.ts";

const root = mintApiKey();

/** Users who sign in to the console with their account, and see what their role may do. */
export async function testOperators(browser: Browser): Promise<void> {
  const { admin, issuer, subject } = await startSignInServer({
    "serve.admin.api_keys": [`read+write+keys:${hashApiKey(root)}`],
  });
  const latchkey = createClient({ admin, public: issuer, api_key: root });
  await latchkey.createOAuth2Client({ body: { client_id: "photos", client_name: "Photos" } });
  const acme = await latchkey.createWorkspace({ body: { name: "Acme" } });
  await latchkey.createWorkspace({ body: { name: "Globex" } });
  await latchkey.addOperator({ body: { username: "alice", role: "viewer" } });

  /** Opens the console as alice, who signs in. */
  async function openAs(role: Role, path: string, title: string, workspaces?: readonly string[]) {
    const body = { role, ...(workspaces && { workspaces }) };
    await latchkey.updateOperator({ subject, body });
    const tab = await openConsole(browser, admin);
    await tab.page.goto(`${admin}/console${path}`);
    await heading(tab.page, "Sign in to the console");
    await press(tab.page, "Sign in with your account");
    await signIn(tab.page);
    await heading(tab.page, title);
    return tab;
  }

  const buttonsOf = (page: Page) => page.locator("main").getByRole("button").allInnerTexts();
  const pagesOf = (page: Page) =>
    page.getByRole("navigation", { name: "Console" }).getByRole("link").allInnerTexts();

  describe("the console of users with a role", () => {
    it("returns to the page that was opened, without a key or a token that a script could read", async () => {
      const { page, complaints } = await openAs("viewer", "/clients/photos", "Photos");
      await page.getByRole("note").getByText("Your role is viewer.").waitFor();
      await page.getByText("alice · viewer").first().waitFor();
      assert.equal(await page.evaluate("sessionStorage.length + localStorage.length"), 0);
      assert.equal(await page.evaluate("document.cookie"), "");
      const buttons = await buttonsOf(page);
      for (const name of ["Edit", "Delete client", "Rotate secret"])
        assert.ok(!buttons.includes(name), name);
      assert.ok(!(await pagesOf(page)).some((name) => /Keys|Access/.test(name)));
      await page.goto(`${admin}/console/access`);
      await page.getByText("This page needs the role administrator").waitFor();
      await picture(page, "console-viewer");
      await page.reload();
      await page.getByText("alice · viewer").first().waitFor();
      assert.deepEqual(
        complaints.filter((text) => !text.includes("401")),
        [],
      );
      await press(page, "Sign out");
      await heading(page, "Sign in to the console");
      await page.reload();
      await heading(page, "Sign in to the console");
    });

    it("shows an operator what an operator may do, and no account's password", async () => {
      const { page } = await openAs("operator", "/clients/photos", "Photos");
      await page.locator("main").getByRole("button", { name: "Edit", exact: true }).waitFor();
      await page.getByRole("button", { name: "Delete client" }).waitFor();
      assert.equal(await page.getByRole("note").count(), 0);
      await page.goto(`${admin}/console/accounts/alice`);
      await heading(page, "Alice Liddell");
      await page.getByRole("button", { name: "Export" }).waitFor(); // Beside those that are not shown.
      const buttons = await buttonsOf(page);
      for (const name of ["Set password", "Edit", "Delete account"])
        assert.ok(!buttons.includes(name), name);
    });

    it("takes a role away at once", async () => {
      const { page } = await openAs("operator", "/clients", "Clients");
      await latchkey.updateOperator({ subject, body: { role: "viewer" } });
      await page.reload();
      await page.getByText("alice · viewer").first().waitFor();
      await latchkey.removeOperator({ subject });
      await page.reload();
      await heading(page, "Sign in to the console");
      await latchkey.addOperator({ body: { username: "alice", role: "viewer" } });
      await page.reload();
      await heading(page, "Sign in to the console");
    });

    it("shows who sees one workspace that workspace alone", async () => {
      const { page } = await openAs("operator", "", "Workspaces", [acme.id]);
      await page.getByText("Acme").waitFor();
      assert.equal(await page.getByText("Globex").count(), 0);
      assert.deepEqual(await pagesOf(page), ["Workspaces"]);
      await page.getByText("Acme").click();
      await heading(page, "Acme");
      await page.getByRole("button", { name: "Edit" }).first().waitFor();
      assert.equal(await page.getByRole("button", { name: "Delete workspace" }).count(), 0);
      await picture(page, "console-one-workspace");
    });

    it("lets an administrator give access, and make a key that is shown once", async () => {
      const { page } = await openAs("administrator", "/access", "Access");
      await press(page, "New API key");
      await page.getByLabel("Name").fill("CI of photos");
      await page.getByLabel("Role", { exact: true }).selectOption("operator");
      await assertAppearance(page, "console-new-api-key");
      await press(page, "Create key");
      const key = await page.locator(".secret code").last().innerText();
      assert.match(key, /^lk_key_/);
      await press(page, "I have saved it");
      await page.getByRole("cell", { name: "CI of photos" }).waitFor();
      await createClient({ admin, api_key: key }).createApi({
        body: { identifier: "https://photos.example" },
      });
      await page.reload(); // Without what was announced to screen readers.
      await page.getByRole("cell", { name: "CI of photos" }).waitFor();
      await assertAppearance(page, "console-access");
      await page.setViewportSize({ width: 390, height: 844 });
      await picture(page, "console-access-phone");
      await page.setViewportSize({ width: 1280, height: 900 });
      await press(page, "Revoke CI of photos");
      await press(page, "Revoke key");
      await page.getByText("No API keys yet").waitFor();
      const refused = await createClient({ admin, api_key: key }).call("listApis", {});
      assert.equal(refused.status, 401);
    });

    it("lets an administrator choose the operations of a key by their titles", async () => {
      const { page } = await openAs("administrator", "/access", "Access");
      await press(page, "New API key");
      await page.getByLabel("Name").fill("CI of albums");
      await page.getByText("Only some operations").click();
      await page.getByText("Choose an operation first.").waitFor();
      const createsApis = page.locator("label").filter({ hasText: /Create an API\s*createApi$/ });
      await page.getByLabel("Find operations").fill("an API");
      await createsApis.click();
      await page.getByLabel("Find operations").fill("trusted issuer");
      await createsApis.waitFor(); // What is chosen stays.
      await assertAppearance(page, "console-new-api-key-operations");
      await press(page, "Create key");
      const key = await page.locator(".secret code").last().innerText();
      await press(page, "I have saved it");
      await page.getByRole("cell", { name: "createApi" }).waitFor();
      const keyed = createClient({ admin, api_key: key });
      await keyed.createApi({ body: { identifier: "https://albums.example" } });
      assert.equal((await keyed.call("listApis", {})).status, 403);
    });

    it("says what is wrong where a sign-in did not begin in this tab, or was refused", async () => {
      const { page } = await openTab(browser);
      await page.goto(`${admin}/console/signed-in?code=stolen&state=guessed`);
      await heading(page, "You are not signed in");
      await page.getByText("This sign-in was not started in this tab").waitFor();
      await page.goto(`${admin}/console/signed-in?error=access_denied&error_description=No.`);
      await page.getByText("No.", { exact: true }).waitFor();
      await page.goto(`${admin}/console`);
      await heading(page, "Sign in to the console");
      await assertAppearance(page, "console-sign-in");
      await page.setViewportSize({ width: 390, height: 844 });
      await picture(page, "console-sign-in-phone");
    });
  });
}
