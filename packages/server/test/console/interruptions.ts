import assert from "node:assert/strict";
import { it } from "node:test";
import { createClient } from "@latchkey/client";
import type { Browser, Page } from "playwright-core";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { startSignInServer } from "../support/sign-in-server.ts";
import { heading, openConsole, press } from "./console-tab.ts";

const api_key = mintApiKey();

/** What interrupts the work in the console: a browser that denies something, a server that changed, a wrong click. */
export async function testInterruptions(browser: Browser): Promise<void> {
  const { admin } = await startSignInServer({
    "serve.admin.api_keys": [`read+write+keys:${hashApiKey(api_key)}`],
  });
  const latchkey = createClient({ admin, api_key });
  const redirect_uris = ["https://gallery.example/"];
  await latchkey.createOAuth2Client({ body: { client_id: "gallery", redirect_uris } });

  /** Opens a page of the console and signs in there. */
  async function signInAt(page: Page, path: string): Promise<void> {
    await page.goto(`${admin}/console${path}`);
    await page.getByLabel("API key").fill(api_key);
    await press(page, "Sign in with the key");
  }

  it("a browser that blocks cookies, and with them the storage of the tab, shows the console", async () => {
    const { page } = await openConsole(browser, admin);
    await page.addInitScript(`Object.defineProperty(globalThis, "sessionStorage", {
      get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
    })`);
    await signInAt(page, "/apis");
    await heading(page, "APIs");
    await page.getByRole("link", { name: "Keys", exact: true }).click();
    await heading(page, "Keys");
  });

  it("a part of the console that is loaded later and is gone leaves the rest of the page", async () => {
    const { page } = await openConsole(browser, admin);
    await page.route("**/guide-tabs-*.js", (route) => route.fulfill({ status: 404 }));
    await signInAt(page, "/clients/gallery");
    await page.getByText("This part of the console could not be loaded.").waitFor();
    await heading(page, "gallery");
  });

  it("a key that the server stops accepting leads to the sign-in page, which says so", async () => {
    const { page } = await openConsole(browser, admin);
    await signInAt(page, "/clients");
    await heading(page, "Clients");
    const headers = { "www-authenticate": 'Bearer realm="Latchkey", error="invalid_token"' };
    await page.route("**/apis?*", (route) => route.fulfill({ status: 401, headers, json: {} }));
    await page.getByRole("link", { name: "APIs", exact: true }).click();
    await heading(page, "Sign in to the console");
    await page.getByText("The server no longer accepts your API key or your session.").waitFor();
    assert.equal(await page.title(), "Sign in · Latchkey");
    assert.equal(await page.evaluate("sessionStorage.length"), 0);
  });

  it("changes that are not saved are lost by a link or by reloading only after a question", async () => {
    const { page } = await openConsole(browser, admin);
    const answers = answerQuestions(page);
    const { questions } = answers;
    const leave = () => page.getByRole("link", { name: "APIs", exact: true }).click();
    await signInAt(page, "/clients/gallery");
    await press(page, "Edit");
    const name = page.getByLabel("Name", { exact: true });
    await leave(); // Nothing was typed.
    await heading(page, "APIs");
    assert.deepEqual(questions, []);

    await page.goBack();
    await press(page, "Edit");
    await name.fill("Gallery");
    await leave();
    assert.equal(await name.inputValue(), "Gallery");
    const asked = page.waitForEvent("dialog");
    await page.evaluate("location.reload()");
    await asked;
    assert.equal(await name.inputValue(), "Gallery");
    assert.deepEqual(questions, ["confirm", "beforeunload"]);

    answers.isAccepted = true;
    await leave();
    await heading(page, "APIs");
    await page.goBack();
    await press(page, "Edit");
    await name.fill("Gallery");
    await press(page, "Save changes");
    await heading(page, "Gallery");
    await leave();
    await heading(page, "APIs");
    assert.deepEqual(questions, ["confirm", "beforeunload", "confirm"]);
  });

  it("what was entered for a new record is lost only after a question, by a link, the history or a dialog's end", async () => {
    const { page } = await openConsole(browser, admin);
    const answers = answerQuestions(page);
    const { questions } = answers;
    await signInAt(page, "/apis");
    await page.getByRole("link", { name: "New API" }).first().click();
    await heading(page, "New API");
    await page.goBack(); // Nothing was typed.
    await heading(page, "APIs");
    await page.goForward();
    const identifier = page.getByLabel("Identifier", { exact: true });
    await identifier.fill("https://tea.example");
    await page.getByRole("link", { name: "Cancel" }).click();
    await takeStepBack(page);
    assert.equal(new URL(page.url()).pathname, "/console/new-api");
    assert.equal(await identifier.inputValue(), "https://tea.example");
    assert.deepEqual(questions, ["confirm", "confirm"]);
    answers.isAccepted = true;
    await page.goBack();
    await heading(page, "APIs");
    assert.equal(questions.length, 3);

    answers.isAccepted = false;
    await page.getByRole("link", { name: "Workspaces", exact: true }).click();
    await press(page, "New workspace");
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("Escape"); // Nothing was typed.
    await dialog.waitFor({ state: "detached" });
    await press(page, "New workspace");
    await dialog.getByLabel("Name").fill("Wonderland");
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await dialog.getByLabel("Name").inputValue(), "Wonderland");
    assert.equal(questions.length, 5);
    await dialog.getByRole("button", { name: "Create workspace" }).click();
    await heading(page, "Wonderland");
    assert.equal(questions.length, 5);
  });

  it("a page that fails leaves the navigation, which leads to other pages", async () => {
    const { page } = await openConsole(browser, admin);
    await page.route("**/apis?*", (route) => route.fulfill({ json: [null] }));
    await signInAt(page, "/apis");
    await heading(page, "This page cannot be shown");
    await page.getByRole("button", { name: "Reload the page" }).waitFor();
    await page.getByRole("link", { name: "Clients", exact: true }).click();
    await heading(page, "Clients");
    await page.getByRole("link", { name: "gallery" }).waitFor();
  });

  it("another type of app, or another way to edit, keeps what was entered", async () => {
    const { page } = await openConsole(browser, admin);
    await signInAt(page, "/new-client");
    await page.getByLabel("Name", { exact: true }).fill("Tea shop");
    await page.getByText("Machine to machine").click();
    await page.getByText("It gets tokens for itself").waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Tea shop");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.goto(`${admin}/console/clients/gallery`);
    await press(page, "Edit");
    await page.getByText("JSON", { exact: true }).click();
    await page.getByLabel("All fields").fill("{ unfinished");
    await page.getByText("Form", { exact: true }).click();
    await page.getByText("Not valid JSON").waitFor();
    assert.equal(await page.getByLabel("All fields").inputValue(), "{ unfinished");
  });

  it("the keyboard goes on in the page where the focused element is gone", async () => {
    const { page } = await openConsole(browser, admin);
    await signInAt(page, "/clients");
    await page.getByRole("link", { name: "gallery" }).press("Enter");
    const focused = () => page.waitForFunction("document.activeElement.id === 'page'");
    await focused();
    await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");
    await page.getByText("Edit as").waitFor();
    await focused();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Clients");
    await press(page, "Cancel");
    await page.getByRole("button", { name: "Delete client" }).press("Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.waitForFunction("document.activeElement.textContent === 'Delete client'");
  });
}

/**
 * Takes a step back that is refused. The browser reports it, and reports again that the page has taken it back: a step that begins
 * before is one that the browser leaves out.
 */
async function takeStepBack(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    let steps = 0;
    addEventListener("popstate", () => (steps += 1) === 2 && done());
    history.back();
  })`);
}

/** Answers the questions of a page, and records their types. */
function answerQuestions(page: Page): { readonly questions: string[]; isAccepted: boolean } {
  const answers = { questions: new Array<string>(), isAccepted: false };
  page.on("dialog", async (dialog) => {
    answers.questions.push(dialog.type());
    await (answers.isAccepted ? dialog.accept() : dialog.dismiss());
  });
  return answers;
}
