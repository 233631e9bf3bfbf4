import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { answerPages, openBrowser } from "./support/browser.ts";
import { followGuide, type RunningGuide } from "./support/follow-guide.ts";
import { alice } from "./support/latchkey.ts";

const page = "docs/guides/workspace.md";

describe(`the integration of ${page}`, () => {
  let guide: RunningGuide;
  before(async () => {
    guide = await followGuide({ page, example: "examples/workspace", packed: true });
    const { client } = guide.latchkey;
    const accounts = await client.listAccounts();
    const { subject = "" } = accounts.find(({ username }) => username === alice.username) ?? {};
    const { id } = await client.createWorkspace({ body: { name: "Wonderland" } });
    const body = { subject, role: "admin", name: alice.claims.name } as const;
    await client.createWorkspaceMember({ id, body });
  });
  after(() => guide?.stop());

  it("is installed by alice, refreshes its tokens, and is uninstalled", async () => {
    const browser = openBrowser();
    await browser.open(guide.app_url);
    const asked = await browser.follow("Install");
    const { page: home } = await answerPages(browser, asked, guide.latchkey);
    assert.match(home.html, /Installed in Wonderland by Alice Liddell/, guide.app.output());

    for (let refreshes = 0; refreshes < 2; refreshes += 1) {
      const { html } = await browser.open(`${guide.app_url}/status`);
      assert.equal(html, "Active: read_content read_user_with_email");
    }
    await browser.open(guide.app_url);
    assert.match((await browser.submit()).html, />Install</);
  });

  it("explains that alice denied the request", async () => {
    const browser = openBrowser();
    await browser.open(guide.app_url);
    const asked = await browser.follow("Install");
    const denied = await answerPages(browser, asked, { ...guide.latchkey, deny: true });
    assert.equal(denied.page.status, 400);
    assert.match(denied.page.html, /Not installed: access_denied/);
  });

  it("rejects a response that the browser did not request", async () => {
    const forged = new URL("/callback?code=stolen&state=forged", guide.app_url);
    const { status, html } = await openBrowser().open(forged);
    assert.equal(status, 400);
    assert.match(html, /it was not started in this browser/);
  });
});
