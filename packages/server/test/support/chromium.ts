import { after, afterEach } from "node:test";
import { type Browser, chromium } from "playwright-core";
import { findProgram, installPackage } from "./programs.ts";

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
  return { executablePath: findChromium() ?? installChromium(), args: ["--no-sandbox"] };
}

/** The Chromium of this machine, if there is one. */
export function findChromium(): string | undefined {
  return process.env["CHROME_PATH"] || findProgram(NAMES);
}

function installChromium(): string {
  const installed = installPackage(NAMES[0]) ? findChromium() : undefined;
  if (installed !== undefined) return installed;
  throw new Error(
    "There is no Chromium on this machine. Install it, or name one in the environment variable CHROME_PATH.",
  );
}

/** The first is Debian's Chromium without windows, in which tests take three fifths of the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "google-chrome",
  "google-chrome-stable",
  "chromium-browser",
] as const;
