import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type BrowserFixture, openTab } from "../browser/browser-fixture.ts";
import type { Company } from "./company.ts";

const root = fileURLToPath(new URL("../../../console/", import.meta.url));

/** A server with demo data and a browser, shared by the suites of a test file. */
export interface ConsoleFixture {
  readonly world: BrowserFixture;
  readonly company: Company;
}

/** Builds the console as an install does, unless the build is newer than all of its sources. */
export function buildConsole(): void {
  const built = join(root, "dist", "index.html");
  const sources = ["index.html", "vite.config.js", ...readdirSync(join(root, "src"), ALL)];
  const changed = sources.map(
    (name) => changedAt(join(root, name)) || changedAt(join(root, "src", name)),
  );
  if (changedAt(built) > Math.max(...changed)) return;
  execFileSync(process.execPath, [join(root, "build.js")]);
}

const ALL = { recursive: true, encoding: "utf8" } as const;

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** A tab of the console, the errors and warnings of its JavaScript console, and every origin it sent a request to. */
export interface ConsoleTab {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly origins: ReadonlySet<string>;
  /** Loads a page of the console and waits for its heading. */
  readonly open: (path: string, title: string) => Promise<void>;
  /** Changes the address of a console that is loaded, as its links do, and waits for the heading. */
  readonly navigate: (path: string, title: string) => Promise<void>;
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
  const open = async (path: string, title: string): Promise<void> => {
    await page.goto(`${admin}/console${path}`);
    await heading(page, title);
  };
  const navigate = async (path: string, title: string): Promise<void> => {
    const address = JSON.stringify(`/console${path}`);
    await page.evaluate(
      `history.pushState(null, "", ${address}), dispatchEvent(new PopStateEvent("popstate")), 0`,
    );
    await heading(page, title);
  };
  return { page, complaints, origins, open, navigate };
}

/** Waits for the heading of a page. */
export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

/** Clicks a button. */
export function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).first().click();
}
