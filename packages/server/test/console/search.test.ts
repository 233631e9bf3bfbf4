import assert from "node:assert/strict";
import { it } from "node:test";
import { basic } from "@latchkey/client";
import type { Page } from "playwright-core";
import { startJourney } from "../browser/journey.ts";
import { buildConsole, openConsole, press } from "./console-tab.ts";

buildConsole();
const { admin, browser, latchkey, subject } = await startJourney();

const CLIENTS = 520;
for (let number = 1; number < CLIENTS; number += 1) {
  const client_id = `c${String(number).padStart(4, "0")}`;
  await latchkey.createOAuth2Client({ body: { client_id, client_name: `Number ${number}` } });
}
for (let number = 1; number <= 60; number += 1) {
  await latchkey.createWorkspace({ body: { name: `Workspace ${number}` } });
  await latchkey.createIntegration({
    body: { name: `Integration ${number}`, redirect_uris: ["https://tea.example/"] },
  });
}

it("a client beyond the first 500 is found by its name, and one that is not there is not", async () => {
  const { page, complaints, open } = await openConsole(browser, admin);
  await open("/clients", "Clients");
  await page.getByText(`50 of ${CLIENTS} clients`).waitFor();
  await press(page, "Show more");
  await page.getByText(`100 of ${CLIENTS} clients`).waitFor();
  assert.equal(await page.getByRole("row").count(), 101);

  await search(page, "clients", "number 519");
  await page.getByText("1 client matches").waitFor();
  await page.getByRole("link", { name: "Number 519" }).waitFor();
  await search(page, "clients", "number 9999");
  await page.getByText("No client on this server has “number 9999”").waitFor();
  await search(page, "clients", "");
  await page.getByText(`50 of ${CLIENTS} clients`).waitFor();
  assert.deepEqual(complaints, []);
});

it("so are workspaces and integrations", async () => {
  const { page, open } = await openConsole(browser, admin);
  for (const [noun, title] of [
    ["workspaces", "Workspaces"],
    ["integrations", "Integrations"],
  ] as const) {
    await open(`/${noun}`, title);
    await page.getByText(`50 of 60 ${noun}`).waitFor();
    await search(page, noun, "60");
    await page.getByRole("link", { name: `${title.slice(0, -1)} 60` }).waitFor();
    await search(page, noun, "nowhere");
    await page.getByText("on this server has “nowhere”").waitFor();
  }
});

it("a person is found in sessions by username, by name, and by subject", async () => {
  const { page, open } = await openConsole(browser, admin);
  for (const typed of ["alice", "LIDDELL", "alice@wonderland", subject]) {
    await open("/sessions", "Sessions");
    await page.getByLabel("Person or subject").fill(typed);
    await page.getByLabel("Person or subject").press("Enter");
    await page.getByText("Alice Liddell signs in as alice").waitFor();
  }
  await page.getByLabel("Person or subject").fill("a subject of another login app");
  await press(page, "Look up");
  await page.getByText("no subject a subject of another login app has a consent").waitFor();
});

it("the overview leads to the token requests of machines that failed", async () => {
  const { page, open } = await openConsole(browser, admin);
  await open("", "Overview");
  await page.getByText("None since you opened the page.").waitFor();
  await latchkey.call(
    "oauth2Token",
    { grant_type: "client_credentials" },
    { authorization: basic("c0007", "not its secret") },
  );
  await page.getByRole("link", { name: "Failed flows and token requests" }).click();
  await page.getByRole("button", { name: "The client's secret is wrong." }).first().waitFor();
  await page.getByText("Token request", { exact: true }).waitFor();
  await page.getByText("Number 7").waitFor();
});

async function search(page: Page, noun: string, words: string): Promise<void> {
  await page.getByLabel(`Search ${noun}`).fill(words);
}
