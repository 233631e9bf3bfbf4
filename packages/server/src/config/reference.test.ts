import assert from "node:assert/strict";
import { it } from "node:test";

import { renderReference } from "./reference.ts";
import { keys } from "./settings.ts";

it("the page names every setting once", () => {
  const page = renderReference();
  for (const key of keys) assert.equal(page.split(`| \`${key}\` |`).length, 2, key);
});
