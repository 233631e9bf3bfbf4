import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "playwright-core";
import { openTab } from "../browser/browser-fixture.ts";
import { codeOf, decodeKey } from "../support/totp.ts";
import { type ConsoleFixture, heading, openConsole, press } from "./console-tab.ts";

/** Accounts of the built-in pages in the console: created, found, edited, given a password, signed out and deleted. */
export function testAccounts({ world }: ConsoleFixture): void {
  const { admin, browser, latchkey, authorizationUrl } = world;
  const username = "white.rabbit";

  it("an account is created and found, and its claims are edited", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    await open("/accounts", "Accounts");
    await page.getByRole("link", { name: "New account" }).click();
    await heading(page, "New account");
    const create = page.getByRole("button", { name: "Create account" });
    assert.equal(await reasonOf(create), "Enter a username first.");
    await page.getByLabel("Username", { exact: true }).fill("White.Rabbit");
    await page.getByLabel("Password", { exact: true }).fill("too short".slice(0, 7));
    assert.equal(await reasonOf(create), "Enter a password of at least 8 characters.");
    await page.getByLabel("Password", { exact: true }).fill("oh my ears and whiskers");
    await page.getByLabel("Full name").fill("The White Rabbit");
    await page.getByLabel("Email address", { exact: true }).fill("rabbit");
    await create.click();
    await page.getByText(/claims\.email must be/).waitFor();
    await page.getByLabel("Email address", { exact: true }).fill("rabbit@wonderland.example");
    await create.click();
    await heading(page, "The White Rabbit");

    await page.getByRole("link", { name: "Accounts" }).first().click();
    await heading(page, "Accounts");
    await page.getByRole("link", { name: "Alice Liddell" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("rabbit@");
    await page.getByText("1 account matches").waitFor();
    await page.getByRole("link", { name: "The White Rabbit" }).click();
    await heading(page, "The White Rabbit");

    await press(page, "Edit");
    await page.getByText("Postal address").click();
    await page.getByLabel("City").fill("Oxford");
    await page.getByText("The email address is verified").click();
    await page.getByLabel("Full name").fill("Mr Rabbit");
    await press(page, "Save changes");
    await heading(page, "Mr Rabbit");
    const { claims } = await latchkey.getAccount({ username });
    const { updated_at, ...others } = claims;
    assert.ok(updated_at);
    assert.deepEqual(others, {
      name: "Mr Rabbit",
      email: "rabbit@wonderland.example",
      email_verified: true,
      address: { locality: "Oxford" },
    });
    assert.equal(complaints.length, 1, "the email address that was refused");
  });

  it("a new password ends the sessions of the user, and so does signing out everywhere", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    const { page: tab } = await openTab(browser);
    await signInAs(tab, "oh my ears and whiskers");
    assert.ok(await isSignedIn(tab));

    await open(`/accounts/${username}`, "Mr Rabbit");
    await press(page, "Set password");
    await press(page, "Generate a password");
    const password = await page.getByLabel("Password", { exact: true }).inputValue();
    assert.match(password, /^[\w-]{20}$/);
    await page.getByRole("dialog").getByRole("button", { name: "Set password" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.ok(!(await isSignedIn(tab)));

    await signInAs(tab, password);
    assert.ok(await isSignedIn(tab));
    await press(page, "Sign out everywhere");
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.ok(!(await isSignedIn(tab)));
    await tab.context().close();
    assert.deepEqual(complaints, []);
  });

  it("a factor is shown, and removed after a confirmation", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    await open(`/accounts/${username}`, "Mr Rabbit");
    await page.getByText("Only a password").waitFor();
    await addAuthenticatorApp();
    await page.reload();
    await page.getByRole("rowheader", { name: "Authenticator app", exact: true }).waitFor();
    await press(page, "Remove Authenticator app");
    await page.getByText("nor with the recovery codes that belong to it").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Only a password").waitFor();
    assert.deepEqual(await latchkey.listAccountFactors({ username }), []);
    assert.deepEqual(complaints, []);
  });

  it("everything of a session ends, after the dialog said what that is", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    const { page: tab } = await openTab(browser);
    await signInAs(tab, "curiouser and curiouser");
    const before = await latchkey.listAccountSessions({ username });
    await open(`/accounts/${username}`, "Mr Rabbit");
    await page
      .getByRole("button", { name: /^End everything of the session/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "End everything of this session?" });
    await dialog.getByText("1 login session", { exact: true }).waitFor();
    await dialog.getByText("1 grant, with its tokens", { exact: true }).waitFor();
    assert.equal((await latchkey.listAccountSessions({ username })).length, before.length);
    await dialog.getByRole("button", { name: "End everything" }).click();
    await dialog.waitFor({ state: "detached" });
    const after = await latchkey.listAccountSessions({ username });
    assert.deepEqual(after, before.slice(1));
    assert.ok(!(await isSignedIn(tab)));
    await tab.context().close();
    assert.deepEqual(complaints, []);
  });

  it("its sessions end one by one, what happened is listed, and its data is exported", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    const { page: tab } = await openTab(browser);
    await signInAs(tab, "curiouser and curiouser");
    await open(`/accounts/${username}`, "Mr Rabbit");
    const sessions = page.getByRole("table", { name: "Sessions of Mr Rabbit" });
    await sessions.getByRole("rowheader", { name: "Chrome on Linux" }).first().waitFor();
    const events = page.getByRole("table", { name: "Events of Mr Rabbit" });
    await events
      .getByRole("rowheader", { name: /^Signed in/ })
      .first()
      .waitFor();
    await events.getByText("Authenticator app removed").waitFor();
    await events.getByText("Administrator").first().waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Export")]);
    assert.equal(file.suggestedFilename(), `account-${username}.json`);

    for (
      let left = (await latchkey.listAccountSessions({ username })).length;
      left > 0;
      left -= 1
    ) {
      await sessions
        .getByRole("button", { name: /^End the session/ })
        .first()
        .click();
      await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.locator("main").getByText("Not signed in").waitFor();
    assert.ok(!(await isSignedIn(tab)));
    await events.getByText("Session ended").first().waitFor();
    await tab.context().close();
    assert.deepEqual(complaints, []);
  });

  it("an account is deleted with its consents after its username was typed", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    const { subject } = await latchkey.getAccount({ username });
    await open(`/accounts/${username}`, "Mr Rabbit");
    await page.getByRole("rowheader", { name: "Photos" }).first().waitFor();
    await press(page, "Delete account");
    const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete account" });
    assert.equal(await reasonOf(confirm), "Type the name first.");
    await page.getByText("can no longer sign in, not even").waitFor();
    await page.getByText(/^\d consents?, with (?:its|their) tokens$/).waitFor();
    await page.getByLabel(`Type ${username} to confirm`).fill(username);
    await confirm.click();
    await heading(page, "Accounts");
    assert.equal((await latchkey.call("getAccount", { username })).status, 404);
    assert.deepEqual(await latchkey.listSubjectConsentSessions({ subject }), []);
    assert.deepEqual(complaints, []);
  });

  /** Signs in at photos, and allows what it asks for; the browser is remembered. */
  async function signInAs(tab: Page, password: string): Promise<void> {
    await tab.goto(authorizationUrl());
    await tab.getByLabel("Username").fill(username);
    await tab.getByLabel("Password", { exact: true }).fill(password);
    await tab.getByLabel("Keep me signed in on this device").check();
    await tab.getByRole("button", { name: "Sign in", exact: true }).click();
    await tab.getByRole("button", { name: "Allow", exact: true }).click();
    await tab.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  }

  /** Sets an authenticator app up on the account page. */
  async function addAuthenticatorApp(): Promise<void> {
    const password = "curiouser and curiouser";
    await latchkey.updateAccount({ username, body: { password } });
    const { page: tab } = await openTab(browser);
    await tab.goto(`${world.issuer}/account`);
    await tab.getByLabel("Username").fill(username);
    await tab.getByLabel("Password", { exact: true }).fill(password);
    await tab.getByRole("button", { name: "Sign in", exact: true }).click();
    await tab.getByRole("link", { name: "Set up" }).click();
    const key = (await tab.locator(".typed-key").textContent()) ?? "";
    await tab.getByLabel("6-digit code").fill(codeOf(decodeKey(key)));
    await tab.getByRole("button", { name: "Continue" }).click();
    await tab.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
    await tab.context().close();
  }

  /** Whether the server asks the user of a tab for consent rather than for a password. */
  async function isSignedIn(tab: Page): Promise<boolean> {
    await tab.goto(authorizationUrl());
    return (await tab.getByLabel("Password").count()) === 0;
  }
}

/** Why a button is disabled, as assistive technology reads it. */
async function reasonOf(button: ReturnType<Page["getByRole"]>): Promise<string> {
  assert.ok(await button.isDisabled());
  const id = await button.getAttribute("aria-describedby");
  return button.page().locator(`[id="${id}"]`).innerText();
}
