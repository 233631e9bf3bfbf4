import { after, afterEach } from "node:test";
import { type Browser, chromium } from "playwright-core";
import { NO_BROWSER } from "./machine.ts";
import { findChromium, installChromium } from "./programs.ts";

export { findChromium } from "./programs.ts";

const ENDPOINT = "LATCHKEY_TEST_CHROMIUM";

/**
 * A browser for this test file; its windows are closed after each test. In a run of all tests the files share one Chromium
 * process, each over a connection with windows of its own; a file that is run alone starts one.
 */
export async function launchChromium(): Promise<Browser> {
  const endpoint = process.env[ENDPOINT];
  const browser =
    endpoint === undefined
      ? await chromium.launch(launchOptions())
      : await chromium.connect(endpoint);
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  after(() => browser.close());
  return browser;
}

/** Starts the Chromium that the test files of a run share, unless this run is part of one. Returns what stops it. */
export async function shareChromium(): Promise<() => Promise<void>> {
  if (process.env[ENDPOINT] !== undefined) return async () => {};
  const server = await chromium.launchServer({ ...launchOptions(), host: "127.0.0.1" });
  process.env[ENDPOINT] = server.wsEndpoint();
  return () => server.close();
}

function launchOptions() {
  const executablePath = findChromium() ?? installChromium();
  if (executablePath === undefined) throw new Error(NO_BROWSER);
  return { executablePath, args: ["--no-sandbox"] };
}
