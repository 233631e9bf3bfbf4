import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Measured } from "../results.ts";
import { compareMeasured, renderComparisons } from "./compare-table.ts";

function measured(name: Measured["name"], times: readonly number[]): Measured {
  const rounds = times.map((processor_us) => ({ rate: 1, processor_us }));
  return { name, rate: 1, p50_ms: 1, p99_ms: 1, processor_us: undefined, rounds };
}

describe("the comparison of two checkouts", () => {
  const comparisons = compareMeasured([
    measured("latchkey", [10, 10, 20, 40, 10]),
    measured("latchkey", [12, 11, 22, 20, 11]),
    measured("latchkey-postgres", [50]),
    measured("latchkey-postgres", [40]),
  ]);

  it("is the median of the ratios per round, and the ratio of the cheapest rounds", () => {
    assert.deepEqual(comparisons, [
      { name: "latchkey", before_us: 10, after_us: 12, ratio: 1.1, cheapest_ratio: 1.1 },
      { name: "latchkey-postgres", before_us: 50, after_us: 40, ratio: 0.8, cheapest_ratio: 0.8 },
    ]);
  });

  it("leaves out a subject that only one of them has", () => {
    assert.deepEqual(compareMeasured([measured("latchkey-workers", [10])]), []);
  });

  it("has a row per subject", () => {
    const table = renderComparisons({ title: "refresh", unit: "requests" }, comparisons);
    assert.match(table, /^refresh \(µs of one request\) +before +after +ratio +cheapest rounds$/m);
    assert.match(table, /^ {2}latchkey-postgres +50\.0 +40\.0 +0\.80 × +0\.80 ×$/m);
  });
});
