import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";

import { commands } from "../src/commands/commands.ts";
import { renderReference } from "../src/output/reference.ts";

it("docs/commands.md is the page that the commands give", async () => {
  const page = readFileSync(new URL("../../../docs/commands.md", import.meta.url), "utf8");
  const rendered = await renderReference();
  assert.equal(page, rendered, "Run: npm run docs");
  for (const name of Object.keys(commands)) assert.ok(page.includes(`### latchkey ${name}\n`));
});
