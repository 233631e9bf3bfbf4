import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Holds a page against WCAG 2.2 AA and axe's best practices, as far as a machine can tell. It tells by running in the
 * page, so where scripts are off nothing is told.
 */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  if (await page.evaluate("matchMedia('(scripting: none)').matches")) return;
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(ASK);
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  }));
  assert.deepEqual(told, [], `${name} is not open to everybody`);
}

/** While a dialog is open the page behind it is out of reach, so the dialog is all there is. */
const ASK = "axe.run(document.querySelector('[role=dialog]') ?? document)";
