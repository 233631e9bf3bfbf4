import type { Browser, Page } from "playwright-core";
import { alice } from "./latchkey.ts";

const DEADLINE_MS = 60_000;

/** Opens a tab with an empty profile. */
export async function openTab(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB" });
  context.setDefaultTimeout(DEADLINE_MS);
  return context.newPage();
}

/** Signs alice in to an app at its home page, and allows it what it requests. */
export async function signIn(page: Page, home: string): Promise<void> {
  await startSignIn(page, home);
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await greeting(page).waitFor();
}

/** Signs alice in to an app, and denies it what it requests. */
export async function denyAccess(page: Page, home: string): Promise<void> {
  await startSignIn(page, home);
  await page.getByRole("button", { name: "Deny" }).click();
}

/** Signs alice out of an app and of Latchkey. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("An app wants to sign you out").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signInButton(page).waitFor();
}

/** Fills in the login form of Latchkey and sends it. */
async function fillInLogin(page: Page): Promise<void> {
  await page.getByLabel("Username").fill(alice.username);
  await page.getByLabel("Password").fill(alice.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** What an app shows to alice when she is signed in. */
export const greeting = (page: Page) => page.getByText(`Hello ${alice.claims.name}`);

async function startSignIn(page: Page, home: string): Promise<void> {
  await page.goto(home);
  await signInButton(page).click();
  await fillInLogin(page);
}

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });
