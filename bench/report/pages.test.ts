import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseOptions } from "../options.ts";
import { quickWorkloads, workloads } from "../workloads/workloads.ts";
import { pages, withTables } from "./pages.ts";

describe("the tables of recorded runs", () => {
  for (const page of pages) {
    it(`in ${page} are those of bench/results (npx node bench/write-pages.ts)`, () => {
      const text = readFileSync(join(import.meta.dirname, "../..", page), "utf8");
      assert.match(text, /<!-- table: /);
      assert.equal(text, withTables(text));
    });
  }

  it("follow a description of every workload, and of the rounds that are run", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/performance.md"), "utf8");
    for (const { name } of workloads) assert.ok(page.includes(`\`${name}\``), name);
    const full = parseOptions([]);
    assert.ok(full !== "help");
    assert.ok(page.includes(`${NUMBERS[full.pace.rounds]} rounds`));
    assert.ok(page.includes(`${NUMBERS[quickWorkloads.length]} workloads`));
  });

  it("must exist", () => {
    assert.throws(() => withTables("<!-- table: nothing -->\n<!-- end -->"), /no table nothing/);
  });
});

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
