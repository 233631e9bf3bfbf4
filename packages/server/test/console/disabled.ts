import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "playwright-core";
import { registerApp } from "../support/app.ts";
import { openTab } from "../browser/browser-fixture.ts";
import { makeIssuer, trust } from "../operations/trusted-issuer.ts";
import { type ConsoleFixture, openConsole, press } from "./console-tab.ts";

/** Accounts, clients, APIs and trusted issuers are disabled in the console, and enabled again. */
export function testDisabled({ world }: ConsoleFixture): void {
  const { admin, browser, latchkey, issuer } = world;

  it("an account is disabled after a question, and its page says what was ended", async () => {
    const password = "off with their heads";
    const claims = { name: "The Queen of Hearts" };
    await latchkey.createAccount({ body: { username: "queen", password, claims } });
    const { page: tab } = await openTab(browser);
    await tab.goto(`${issuer}/account`);
    await tab.getByLabel("Username").fill("queen");
    await tab.getByLabel("Password", { exact: true }).fill(password);
    await tab.getByRole("button", { name: "Sign in" }).click();
    await tab.getByRole("heading", { name: "Your account" }).waitFor();

    const { page, complaints, open } = await openConsole(browser, admin);
    await open("/accounts/queen", "The Queen of Hearts");
    await press(page, "Edit");
    await page.getByRole("radio", { name: "Active" }).waitFor();
    assert.equal(await page.getByRole("radio", { name: "Disabled" }).count(), 0);
    await press(page, "Cancel");
    await press(page, "Disable");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Disable The Queen of Hearts?").waitFor();
    await dialog.getByText("What ends now:").waitFor();
    await dialog.getByText("1 login session").waitFor();
    await confirmDisable(page);
    await page.getByText("This account is disabled.").waitFor();
    await page.getByText("What was ended with it:").waitFor();
    await page.getByText("1 login session", { exact: true }).waitFor();

    await tab.goto(`${issuer}/account`);
    await tab.getByLabel("Password", { exact: true }).waitFor();
    await press(page, "Enable");
    await page.getByText("This account is disabled.").waitFor({ state: "detached" });
    assert.equal((await latchkey.getAccount({ username: "queen" })).state, "active");
    await tab.context().close();
    assert.deepEqual(complaints, []);
  });

  it("a client, an API and a trusted issuer are disabled after a question, and enabled again", async () => {
    const { client_id } = await registerApp(latchkey, {
      client_id: "croquet",
      client_name: "Croquet",
    });
    const api = await latchkey.createApi({
      body: { identifier: "https://croquet.example", name: "Croquet API" },
    });
    const { id } = await trust(latchkey, await makeIssuer("https://court.example"));
    const { page, complaints, open } = await openConsole(browser, admin);
    const pages = [
      [`/clients/${client_id}`, "Croquet", "This client is disabled."],
      [`/apis/${api.id}`, "Croquet API", "This API is disabled."],
      [`/trusted-issuers/${id}`, "https://court.example", "This trusted issuer is disabled."],
    ] as const;
    for (const [path, title, notice] of pages) {
      await open(path, title);
      await press(page, "Disable");
      await confirmDisable(page);
      await page.getByText(notice).waitFor();
    }
    await open("/clients", "Clients");
    await page.getByText("disabled", { exact: true }).first().waitFor();

    const { page: tab } = await openTab(browser);
    await tab.goto(`${issuer}/oauth2/auth?client_id=${client_id}&response_type=code`);
    await tab.getByRole("heading", { name: "This app is disabled" }).waitFor();
    await tab.context().close();
    for (const [path, title, notice] of pages) {
      await open(path, title);
      await press(page, "Enable");
      await page.getByText(notice).waitFor({ state: "detached" });
    }
    assert.deepEqual(complaints, []);
  });
}

async function confirmDisable(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await dialog.waitFor({ state: "detached" });
}
