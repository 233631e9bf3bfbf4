import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";

import { renderReference } from "./reference.ts";
import { keys } from "./settings.ts";

it("docs/settings.md is the page that the table of settings gives", () => {
  const page = readFileSync(new URL("../../../../docs/settings.md", import.meta.url), "utf8");
  assert.equal(page, renderReference(), "Run: npx latchkey config --reference > docs/settings.md");
});

it("the page names every setting once", () => {
  const page = renderReference();
  for (const key of keys) assert.equal(page.split(`| \`${key}\` |`).length, 2, key);
});
