import assert from "node:assert/strict";
import { it } from "node:test";

import { renderReference } from "./reference.ts";
import { standardSettings } from "../process/composed-config.ts";

const { keys } = standardSettings;

it("the page names every setting once", () => {
  const page = renderReference(standardSettings);
  for (const key of keys) assert.equal(page.split(`| \`${key}\` |`).length, 2, key);
});
