import assert from "node:assert/strict";
import { it } from "node:test";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { launchChromium } from "../support/chromium.ts";
import { startPeopleServer } from "../support/people.ts";
import { buildConsole, heading, openConsole, press } from "./console-tab.ts";

buildConsole();
const [reader, all] = [mintApiKey(), mintApiKey()];
const { admin } = await startPeopleServer({
  "serve.admin.api_keys": [`read:${hashApiKey(reader)}`, `read+write+keys:${hashApiKey(all)}`],
});
const browser = await launchChromium();

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

it("a key for reading reads, and is told what it lacks when it wants more", async () => {
  const { page } = await openConsole(browser, admin);
  await page.goto(`${admin}/console/new-client`);
  await page.getByLabel("API key").fill(reader);
  await press(page, "Sign in");
  await page.getByLabel("Name").fill("Tea shop");
  await press(page, "Create client");
  await page
    .getByRole("alert")
    .getByText("This operation needs an API key with the scope write.")
    .waitFor();
});
