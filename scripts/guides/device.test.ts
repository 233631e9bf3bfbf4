import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { answerPages, openBrowser } from "./support/browser.ts";
import { type PreparedGuide, prepareGuide } from "./support/follow-guide.ts";
import type { RunningApp } from "./support/processes.ts";

const page = "docs/guides/device.md";

describe(`the program of ${page}`, () => {
  let guide: PreparedGuide;
  let program: RunningApp;
  before(async () => {
    const settings = () => ({ "oauth2.device_authorization.token_polling_interval": "1s" });
    guide = await prepareGuide({
      page,
      example: "examples/device",
      packed: true,
      listens: false,
      settings,
    });
  });
  beforeEach(async () => {
    program = await guide.start();
  });
  after(() => guide?.stop());

  /** What the program writes, once it matches. */
  async function written(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(program.output());
      if (found !== null) return found;
      await pause(20);
    }
  }

  /** Opens the address that the program displays, and answers the pages as alice. */
  async function answer({ deny = false } = {}): Promise<void> {
    const [, url = ""] = await written(/^Or open (\S+)$/m);
    const browser = openBrowser();
    const last = deny ? "/device/denied" : "/device/done";
    await answerPages(browser, await browser.open(url), { ...guide.latchkey, deny, last });
  }

  it("signs alice in, who confirms its code in a browser", async () => {
    await answer();
    await written(/^Hello Alice Liddell\.$/m);
  });

  it("says that alice denied the request", async () => {
    await answer({ deny: true });
    await written(/^Sign-in failed: access_denied\.$/m);
  });

  it("displays the code that the page asks for", async () => {
    const [, code = ""] = await written(/ and enter (\S+)\.$/m);
    assert.match(code, /^[A-Z]{4}-[A-Z]{4}$/);
    await program.stop();
  });
});
