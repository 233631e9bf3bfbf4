import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Result } from "axe-core";
import type { Page } from "playwright-core";

/** Minified: the whole text is sent to the browser for every page, and is less than half as long. */
const source = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Checks a page against the rules of axe for WCAG 2.2 AA and best practices, or against some of its rules. axe runs in the
 * page, so a page without scripts is not checked.
 */
export async function assertAccessible(
  page: Page,
  name: string,
  rules?: readonly string[],
): Promise<void> {
  if (await page.evaluate("matchMedia('(scripting: none)').matches")) return;
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(`${source};0`);
  // Frames have no axe that could answer it: the pages in them are checked by themselves.
  const whole = { resultTypes: ["violations"], iframes: false };
  const options = { ...whole, ...(rules && { runOnly: rules }) };
  const run = `axe.run(${SUBJECT}, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<Result[]>(run);
  const described = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  }));
  assert.deepEqual(described, [], `${name} is not accessible`);
}

/** While a dialog is open the page behind it is inert, so only the dialog is checked. */
const SUBJECT = "document.querySelector('[role=dialog]') ?? document";
