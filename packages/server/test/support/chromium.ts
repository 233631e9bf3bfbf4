import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, afterEach } from "node:test";
import { type Browser, chromium } from "playwright-core";

/** Starts the machine's Chromium for this test file, closes its windows after each test and itself after all. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium() ?? installChromium();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  after(() => browser.close());
  return browser;
}

function findChromium(): string | undefined {
  const told = process.env["CHROME_PATH"];
  if (told) return told;
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  return NAMES.flatMap((name) => directories.map((directory) => join(directory, name))).find(
    isExecutable,
  );
}

/** Only where it cannot surprise anybody: in a container of Debian's, as root. */
function installChromium(): string {
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const apt = (...words: string[]): Buffer =>
      execFileSync("/usr/bin/apt-get", ["-o", "DPkg::Lock::Timeout=300", "-q", ...words]);
    apt("update");
    apt("install", "-y", "--no-install-recommends", "chromium");
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    "There is no Chromium on this machine. Install it, or name one in the environment variable CHROME_PATH.",
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const NAMES = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];
