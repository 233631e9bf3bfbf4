import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";

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
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const run = `axe.run(${SUBJECT}, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  }));
  assert.deepEqual(told, [], `${name} is not open to everybody`);
}

/** While a dialog is open the page behind it is inert, so only the dialog is checked. */
const SUBJECT = "document.querySelector('[role=dialog]') ?? document";
