import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "playwright-core";
import { alice } from "../support/sign-in-server.ts";
import { consent, openTab, signIn, startBrowserFixture } from "./browser-fixture.ts";

const { issuer, browser, authorizationUrl } = await startBrowserFixture();

it("alice does not allow it, and photos hears so", async () => {
  const { page, complaints } = await openTab(browser);
  await page.goto(authorizationUrl());
  await signIn(page);
  await page.getByRole("button", { name: "Deny" }).click();
  const answer = await answerOf(page);
  assert.equal(answer.get("error"), "access_denied");
  assert.equal(answer.get("state"), "a state of photos");
  assert.equal(answer.get("iss"), issuer);
  assert.deepEqual(complaints, []);
});

it("alice turns round at the login page without filling anything in", async () => {
  const { page, complaints } = await openTab(browser);
  await page.goto(authorizationUrl());
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await answerOf(page)).get("error"), "access_denied");
  assert.deepEqual(complaints, []);
});

it("what alice unticks is not granted", async () => {
  const { page } = await openTab(browser);
  await page.goto(authorizationUrl());
  await signIn(page);
  await page.getByLabel("see your email address").uncheck();
  await page.getByLabel("on your behalf").uncheck();
  await consent(page);
  assert.equal((await answerOf(page)).get("scope"), "openid offline_access profile");
});

it("photos is not asked about again once alice said so", async () => {
  const { page, complaints } = await openTab(browser);
  await page.goto(authorizationUrl({ scope: "openid" }));
  await signIn(page, { remember: true });
  await page.getByLabel("Do not ask me again for this app").check();
  await consent(page);
  const first = (await answerOf(page)).get("code");
  await page.goto(authorizationUrl({ scope: "openid" }));
  const second = (await answerOf(page)).get("code");
  assert.notEqual(second, first);
  assert.deepEqual(complaints, []);
});

it("bob takes over the keyboard before alice consents", async () => {
  const { page } = await openTab(browser);
  await page.goto(authorizationUrl());
  await signIn(page, { remember: true });
  await page.getByRole("link", { name: "Use another account" }).click();
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  assert.equal(await page.getByLabel("Username").inputValue(), "");
});

it("going back to a page that is done leads somewhere", async () => {
  const { page } = await openTab(browser);
  await page.goto(authorizationUrl());
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  const login = page.url();
  await signIn(page);
  await consent(page);
  await answerOf(page);
  await page.goto(login);
  await page.getByRole("heading", { name: "This step is already complete" }).waitFor();
  await page.getByRole("link", { name: "Start again" }).click();
  await consent(page); // The browser has a session by now.
  assert.ok((await answerOf(page)).has("code"));
});

it("two tabs sign in side by side", async () => {
  const { page: first } = await openTab(browser);
  const second = await first.context().newPage();
  await first.goto(authorizationUrl({ state: "first tab" }));
  await second.goto(authorizationUrl({ state: "second tab" }));
  for (const page of [first, second]) await signIn(page);
  for (const page of [second, first]) await consent(page);
  assert.equal((await answerOf(first)).get("state"), "first tab");
  assert.equal((await answerOf(second)).get("state"), "second tab");
});

it("a keyboard is enough", async () => {
  const { page, complaints } = await openTab(browser);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(authorizationUrl());
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await page.keyboard.type(alice.username); // The cursor is there already.
  await press("Tab");
  await page.keyboard.type(alice.password);
  await press("Enter");

  await page.getByRole("heading", { name: "Photos wants access" }).waitFor();
  const focused = page.locator(":focus");
  const stops: string[] = [];
  while (!stops.includes("allow") && stops.length < 10) {
    await press("Tab");
    stops.push((await focused.getAttribute("value")) ?? (await focused.innerText()));
  }
  assert.deepEqual(stops, [
    "Use another account",
    "offline_access",
    "profile",
    "email",
    "albums.write",
    "on",
    "deny",
    "allow",
  ]);
  await press("Enter");
  assert.ok((await answerOf(page)).has("code"));
  assert.deepEqual(complaints, []);
});

it("a browser without JavaScript is enough", async () => {
  const { page, complaints } = await openTab(browser, { javaScriptEnabled: false });
  await page.goto(authorizationUrl());
  await signIn(page);
  await consent(page);
  assert.ok((await answerOf(page)).has("code"));
  assert.deepEqual(complaints, []);
});

/** The authorization response that photos gets, once the browser is there. */
async function answerOf(page: Page): Promise<URLSearchParams> {
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  return new URL(page.url()).searchParams;
}
