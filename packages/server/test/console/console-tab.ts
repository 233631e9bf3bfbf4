import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openTab } from "../browser/journey.ts";

/** Builds the console as an install would, so that what is tested is what is there. */
export function buildConsole(): void {
  const script = new URL("../../../console/build.js", import.meta.url);
  execFileSync(process.execPath, [fileURLToPath(script)]);
}

/** A tab of the console, what it complained of, and every origin it asked anything of. */
export interface ConsoleTab {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly origins: ReadonlySet<string>;
  /** Goes to a page of the console and waits for its heading. */
  readonly open: (path: string, heading: string) => Promise<void>;
}

/** Opens a tab for the console of a server. */
export async function openConsole(
  browser: Browser,
  admin: string,
  options: BrowserContextOptions = {},
): Promise<ConsoleTab> {
  const { page, complaints } = await openTab(browser, {
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  const open = async (path: string, heading: string): Promise<void> => {
    await page.goto(`${admin}/console${path}`);
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  };
  return { page, complaints, origins, open };
}

/** Waits for a heading of the page one came to. */
export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

/** Presses a button. */
export function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).first().click();
}
