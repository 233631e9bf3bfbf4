import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";

import { commands } from "../src/commands/commands.ts";
import { describeFlag } from "../src/output/help.ts";
import { renderReference } from "../src/output/reference.ts";

it("docs/commands.md is the page that the commands give", async () => {
  const page = readFileSync(new URL("../../../docs/commands.md", import.meta.url), "utf8");
  const rendered = await renderReference();
  assert.equal(page, rendered, "Run: npm run docs");
  for (const name of Object.keys(commands)) assert.ok(page.includes(`### latchkey ${name}\n`));
});

it("a flag that takes one of a few values names them", async () => {
  for (const [name, { load }] of Object.entries(commands)) {
    const { options } = await load();
    for (const [flag, option] of Object.entries(options)) {
      if (option.summary === undefined) continue;
      const described = describeFlag(flag, option);
      for (const value of option.values ?? []) {
        assert.ok(described.includes(value), `latchkey ${name} --${flag} takes ${value}`);
      }
    }
  }
});
