import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleResults } from "../example-results.ts";
import { alignColumns, readable } from "./columns.ts";
import { renderTable } from "./table.ts";

describe("the table", () => {
  const lines = renderTable(exampleResults()).split("\n");
  const lineOf = (start: string): string =>
    lines.find((line) => line.trim().startsWith(start)) ?? "";

  it("has rate, latency, processor time and ratios per subject", () => {
    assert.match(lineOf("latchkey "), /7,000 +20 % +2\.00 ms +5\.00 ms +143 µs +0\.70 × +3\.50 ×$/);
  });

  it("does not compare a subject to itself", () => {
    assert.match(lineOf("baseline"), /100 µs +5\.00 ×$/);
  });

  it("lists the targets and whether they were met", () => {
    assert.match(lineOf("✓"), /latchkey to baseline +0\.70 × +≥ 0\.65 +0\.70 × +0\.80 ×$/);
    assert.match(
      lineOf("✗ client_credentials: latchkey to node"),
      /3\.50 × +≥ 4 +3\.50 × +4\.00 ×$/,
    );
    assert.match(
      lineOf("✗ client_credentials: latchkey-postgres"),
      /per server core +0\.50 × +≥ 0\.8 +0\.50 ×$/,
    );
  });
});

describe("a number", () => {
  for (const [value, expected] of [
    [14_012.4, "14,012"],
    [99.94, "99.9"],
    [4.3, "4.30"],
    [undefined, ""],
    [Number.NaN, ""],
  ] as const) {
    it(`${value} reads "${expected}"`, () => assert.equal(readable(value), expected));
  }
});

it("columns stand below one another", () => {
  assert.equal(
    alignColumns([
      ["a", "µµ"],
      ["bbb", "1"],
    ]),
    "a    µµ\nbbb   1\n",
  );
});
