import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { basic } from "@latchkey/client";
import type { Page } from "playwright-core";
import { type ConsoleFixture, openConsole, press } from "./console-tab.ts";

/** More than the 500 that the server returns at once. */
const CLIENTS = 519;

/** Lists that are longer than a page, and what is found in them. */
export function testSearch({ world }: ConsoleFixture): void {
  const { admin, browser, latchkey, subject } = world;

  describe("lists longer than a page", () => {
    let total = 0;

    before(async () => {
      const numbers = Array.from({ length: CLIENTS }, (_, index) => index + 1);
      // Without a secret, which would have to be hashed.
      const token_endpoint_auth_method = "none";
      for (const batch of [numbers.slice(0, 250), numbers.slice(250)]) {
        await Promise.all(
          batch.map((number) => {
            const client_id = `c${String(number).padStart(4, "0")}`;
            const client_name = `Number ${number}`;
            const body = { client_id, client_name, token_endpoint_auth_method };
            return latchkey.createOAuth2Client({ body });
          }),
        );
      }
      await latchkey.createOAuth2Client({
        body: { client_id: "c0000", client_name: "Number zero", client_secret: "its secret" },
      });
      for (let number = 1; number <= 60; number += 1) {
        await latchkey.createWorkspace({ body: { name: `Workspace ${number}` } });
        await latchkey.createIntegration({
          body: { name: `Integration ${number}`, redirect_uris: ["https://tea.example/"] },
        });
      }
      const first = await latchkey.call("listOAuth2Clients", { limit: 1 });
      total = Number(first.headers.get("x-total-count"));
    });

    it("a client beyond the first 500 is found by its name, and one that is not there is not", async () => {
      const { page, complaints, open } = await openConsole(browser, admin);
      await open("/clients", "Clients");
      await page.getByText(`50 of ${total} clients`).waitFor();
      await press(page, "Show more");
      await page.getByText(`100 of ${total} clients`).waitFor();
      assert.equal(await page.getByRole("row").count(), 101);

      await search(page, "clients", "number 519");
      await page.getByText("1 client matches").waitFor();
      await page.getByRole("link", { name: "Number 519" }).waitFor();
      await search(page, "clients", "number 9999");
      await page.getByText("No client on this server has “number 9999”").waitFor();
      await search(page, "clients", "");
      await page.getByText(`of ${total} clients`).waitFor();
      assert.deepEqual(complaints, []);
    });

    it("workspaces and integrations are searched on the server too", async () => {
      const { page, open } = await openConsole(browser, admin);
      for (const [noun, title] of [
        ["workspaces", "Workspaces"],
        ["integrations", "Integrations"],
      ] as const) {
        await open(`/${noun}`, title);
        await page.getByText(new RegExp(`50 of \\d+ ${noun}`)).waitFor();
        await search(page, noun, "60");
        await page.getByRole("link", { name: `${title.slice(0, -1)} 60` }).waitFor();
        await search(page, noun, "nowhere");
        await page.getByText("on this server has “nowhere”").waitFor();
      }
    });

    it("a user is found in sessions by username, by name, and by subject", async () => {
      const { page, open } = await openConsole(browser, admin);
      for (const typed of ["alice", "LIDDELL", "alice@wonderland", subject]) {
        await open("/sessions", "Sessions");
        await page.getByLabel("User or subject").fill(typed);
        await page.getByLabel("User or subject").press("Enter");
        await page.getByText("Alice Liddell signs in as alice").waitFor();
      }
      await page.getByLabel("User or subject").fill("a subject of another login app");
      await press(page, "Look up");
      await page.getByText("no subject a subject of another login app has a consent").waitFor();
      await page.getByText("in its username, name or email address").waitFor();
      // A username is not a subject, but there is an account with it.
      await page.goto(`${admin}/console/sessions?subject=alice`);
      await page.getByText("No account of the built-in pages has this subject").waitFor();
    });

    it("the overview links to failed token requests of machine-to-machine clients", async () => {
      const { page, open } = await openConsole(browser, admin);
      await open("", "Overview");
      await page.getByText("No errors since you opened the page.").waitFor();
      await latchkey.call(
        "oauth2Token",
        { grant_type: "client_credentials" },
        { authorization: basic("c0000", "not its secret") },
      );
      await page.getByRole("link", { name: "Failed flows and token requests" }).click();
      const flow = page.getByRole("button", {
        name: /secret is wrong.*Token request.*Number zero/,
      });
      await flow.waitFor();
    });
  });
}

async function search(page: Page, noun: string, words: string): Promise<void> {
  await page.getByLabel(`Search ${noun}`).fill(words);
}
