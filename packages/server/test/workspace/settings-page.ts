import assert from "node:assert/strict";
import { openBrowser } from "../support/browser.ts";
import { passLogin } from "../support/flow.ts";
import { type App, openAuthorization, type World } from "./authorization.ts";

/** The page on which a user sees what is connected. */
export interface SettingsPage {
  list(): Promise<string>;
  disconnect(bot_id: string): Promise<void>;
}

const INSTALLED = "http://public.test/workspace/installed";

/** Alice, remembered by her browser since she was asked to sign in for an integration. */
export async function aliceAtHome(world: World, app: App): Promise<SettingsPage> {
  const browser = openBrowser(world);
  await passLogin(world, browser, await openAuthorization(browser, app), { remember: true });
  const show = async (address: string): Promise<string> => {
    const response = await browser.go(address);
    assert.equal(response.status, 200);
    return response.text();
  };
  return {
    list: () => show(INSTALLED),
    async disconnect(bot_id) {
      const address = `${INSTALLED}?bot_id=${bot_id}`;
      const csrf = /name="csrf" value="([^"]+)"/.exec(await show(address))?.[1] ?? "";
      const response = await browser.go(address, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ csrf }).toString(),
      });
      assert.equal(response.status, 200);
    },
  };
}
