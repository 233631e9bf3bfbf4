import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Measured } from "../results.ts";
import { type Growth, growthOf, renderGrowth } from "./growth-table.ts";

function measuredAs(name: "baseline" | "latchkey", processor_us: number): Measured {
  const rounds = [{ rate: 9_000, processor_us }];
  return { name, rate: 9_000, p50_ms: 1, p99_ms: 2, processor_us, rounds };
}

function growth(size: number, processor_us: number, baseline_us = 50): Growth {
  const measured = measuredAs("latchkey", processor_us);
  return {
    size,
    baseline: measuredAs("baseline", baseline_us),
    issue: measured,
    introspect: measured,
    refresh: measured,
    started_in_ms: 350,
    idle_sweep_ms: 1,
    swept_per_second: 50_000,
    bytes_per_access_token: 120,
    bytes_per_grant: 900,
    bytes_per_live_token: 186,
    filled_per_second: 100_000,
  };
}

describe("the growth of cost", () => {
  it("is the highest over the lowest cost", () => {
    assert.equal(growthOf([100, 90, 135]), 1.5);
  });

  for (const [cost, verdict] of [
    [150, "✓ 1.50 ×, target ≤ 1.5"],
    [151, "✗ 1.51 ×, target ≤ 1.5"],
  ] as const) {
    it(`from 100 µs to ${cost} µs reads: ${verdict}`, () => {
      assert.ok(renderGrowth([growth(10_000, 100), growth(1_000_000, cost)]).includes(verdict));
    });
  }

  it("is 1 when the baseline has become slower by the same factor", () => {
    const page = renderGrowth([growth(10_000, 100, 50), growth(1_000_000, 300, 150)]);
    assert.ok(page.includes("✓ 1.00 ×, target ≤ 1.5"), page);
  });

  it("shows the sizes side by side", () => {
    assert.match(
      renderGrowth([growth(10_000, 1), growth(1_000_000, 1)]),
      /^live tokens +10,000 +1,000,000\n/,
    );
  });
});
