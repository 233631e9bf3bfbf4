import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { assertAccessible } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { alice, type SignInServer, startSignInServer } from "../support/sign-in-server.ts";
import { openPhotos, type Photos } from "./photos.ts";

/** A server, a client on another site, and a real browser between them. */
export interface BrowserFixture extends SignInServer {
  readonly photos: Photos;
  readonly browser: Browser;
  /** Where photos sends a browser to sign in. */
  readonly authorizationUrl: (parameters?: Readonly<Record<string, string>>) => string;
}

/** Sets everything up for this test file. Photos is a client that may request every scope. */
export async function startBrowserFixture(
  settings: Readonly<Record<string, unknown>> = {},
): Promise<BrowserFixture> {
  const [server, photos, browser] = await Promise.all([
    startSignInServer(settings),
    openPhotos(),
    launchChromium(),
  ]);
  const { redirect_uri, app_uri, post_logout_redirect_uri, frontchannel_logout_uri } = photos;
  await server.latchkey.createOAuth2Client({
    body: {
      client_id: "photos",
      client_secret: "only photos knows this",
      client_name: "Photos",
      client_uri: "https://photos.example",
      policy_uri: "https://photos.example/privacy",
      tos_uri: "https://photos.example/terms",
      redirect_uris: [redirect_uri, app_uri],
      post_logout_redirect_uris: [post_logout_redirect_uri, app_uri],
      frontchannel_logout_uri,
      frontchannel_logout_session_required: true,
      grant_types: ["authorization_code", "refresh_token", "implicit"],
      response_types: ["code", "id_token", "code id_token"],
      scope: "openid offline_access profile email albums.write",
    },
  });
  const authorizationUrl = (parameters: Readonly<Record<string, string>> = {}): string => {
    const asked = {
      client_id: "photos",
      redirect_uri,
      response_type: "code",
      scope: "openid offline_access profile email albums.write",
      state: "a state of photos",
      nonce: "a nonce of photos",
      ...parameters,
    };
    return `${server.issuer}/oauth2/auth?${new URLSearchParams(asked)}`;
  };
  return { ...server, photos, browser, authorizationUrl };
}

/** A tab, and the errors and warnings on its console: failed scripts, violations of a page's security policy. */
export interface Tab {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens a tab with an empty profile. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  return { page, complaints };
}

/** Fills in the login form and sends it. */
export async function signIn(page: Page, { remember = false } = {}): Promise<void> {
  await page.getByLabel("Username").fill(alice.username);
  await page.getByLabel("Password", { exact: true }).fill(alice.password);
  if (remember) await page.getByLabel("Keep me signed in on this device").check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Allows everything on the consent page. */
export async function consent(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Allow", exact: true }).click();
}

/** On a busy machine Chromium sometimes has nothing painted yet when it is asked for a picture. */
async function screenshot(page: Page, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await page.screenshot({ path, fullPage: true });
      return;
    } catch (error) {
      if (attempt === 3 || !String(error).includes("Unable to capture screenshot")) throw error;
    }
  }
}

/** Saves a screenshot of the whole page where LATCHKEY_SCREENSHOTS names a folder; a screenshot can take a second. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const directory = process.env["LATCHKEY_SCREENSHOTS"];
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await screenshot(page, join(directory, `${name}.png`));
}

/** Checks that a page fits its window and is accessible, and saves a screenshot where that is wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  await keepPicture(page, name);
  const surplus = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  assert.equal(await page.evaluate(surplus), 0, `${name} is wider than its window`);
  await assertAccessible(page, name);
}

/** Checks a page in both colour schemes: it fits its window, and axe finds nothing. */
export async function assertAppearance(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await picture(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" }); // no transition of colours
  // The colour scheme changes colours and nothing else, so the rules about colours are all that can differ.
  await keepPicture(page, `${name}-dark`);
  await assertAccessible(page, `${name}-dark`, ["color-contrast", "link-in-text-block"]);
}
