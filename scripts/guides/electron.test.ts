import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { after, before, describe, it } from "node:test";
import { answerPages, openBrowser } from "./support/browser.ts";
import { type PreparedGuide, prepareGuide } from "./support/follow-guide.ts";
import type { RunningApp } from "./support/processes.ts";

const page = "docs/guides/electron.md";

describe(`the app of ${page}, with a stand-in for Electron`, () => {
  let guide: PreparedGuide;
  let app: RunningApp;
  before(async () => {
    // Electron's own binary is a download of a hundred megabytes, and needs a display.
    const env = { npm_config_omit: "dev" };
    guide = await prepareGuide({ page, example: "examples/electron", packed: true, env });
    installStandIn(join(guide.folder, "node_modules"));
    app = await guide.start();
  });
  after(() => guide?.stop());

  /** Calls a function of the main process, as the window would. */
  async function invoke(channel: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${guide.app_url}/invoke/${channel}`, { method: "POST" });
    return Object(await response.json());
  }

  /** The URL that the app opens in the system browser. */
  async function openedUrl(previous: string): Promise<string> {
    for (;;) {
      const url = await (await fetch(`${guide.app_url}/opened`)).text();
      if (url !== previous) return url;
      await pause(20);
    }
  }

  const lastOpened = async () => (await fetch(`${guide.app_url}/opened`)).text();
  const storedToken = () => join(guide.folder, "refresh-token");

  async function signIn({ deny = false } = {}): Promise<Record<string, unknown>> {
    const previous = await lastOpened();
    const signingIn = invoke("sign-in");
    const browser = openBrowser();
    const login = await browser.open(await openedUrl(previous));
    await answerPages(browser, login, { ...guide.latchkey, deny });
    return signingIn;
  }

  it("signs alice in with the system browser", async () => {
    assert.deepEqual(await invoke("user"), {});
    const { result, error } = await signIn();
    assert.equal(Object(result).name, "Alice Liddell", `${String(error)}\n${app.output()}`);
  });

  it("stays signed in after a restart, with a new refresh token", async () => {
    const beforeRestart = readFileSync(storedToken());
    await app.stop();
    app = await guide.start();
    const { result } = await invoke("user");
    assert.equal(Object(result).name, "Alice Liddell", app.output());
    assert.notDeepEqual(readFileSync(storedToken()), beforeRestart);
  });

  it("revokes its tokens when alice signs out", async () => {
    await invoke("sign-out");
    assert.ok(!existsSync(storedToken()));
    assert.deepEqual(await invoke("user"), {});
  });

  it("says that alice denied the request", async () => {
    assert.deepEqual(await signIn({ deny: true }), { error: "access_denied" });
  });

  it("ignores requests of other programs to its port", async () => {
    const previous = await lastOpened();
    const signingIn = invoke("sign-in");
    const url = new URL(await openedUrl(previous));
    const callback = new URL(url.searchParams.get("redirect_uri") ?? "");
    for (const query of ["", "?code=stolen", "?code=stolen&state=forged"]) {
      assert.equal((await fetch(new URL(query, callback))).status, 404, query);
    }
    const browser = openBrowser();
    await answerPages(browser, await browser.open(url), guide.latchkey);
    assert.equal(Object((await signingIn)["result"]).name, "Alice Liddell");
  });
});

/** What `npm install` would have installed as the module and the command `electron`. */
function installStandIn(node_modules: string): void {
  const home = join(node_modules, "electron");
  cpSync(join(import.meta.dirname, "stand-ins/electron"), home, { recursive: true });
  const manifest = { name: "electron", version: "0.0.0", type: "module", exports: "./index.js" };
  writeFileSync(join(home, "package.json"), JSON.stringify(manifest));
  mkdirSync(join(node_modules, ".bin"), { recursive: true });
  const command = join(node_modules, ".bin/electron");
  writeFileSync(command, "#!/bin/sh\nexec node main.js\n");
  chmodSync(command, 0o755);
}
