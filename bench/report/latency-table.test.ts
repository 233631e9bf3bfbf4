import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SteadyOutcome } from "../load/steady-driver.ts";
import { renderLatency } from "./latency-table.ts";

function outcome(p99_ms: number, late_ms = 1): SteadyOutcome {
  return { name: "", rate: 1_000, count: 1_000, p50_ms: 2, p99_ms, longest_ms: 20, late_ms };
}

describe("latency at half load", () => {
  const most = { tokens: 4_000, flows: 200 };

  for (const [p99_ms, verdict] of [
    [
      10,
      "✓ token requests beside flows: p99 is 5.00 × the median, target ≤ 5 or that of bare node:http (3.00 ×)",
    ],
    [
      10.2,
      "✗ token requests beside flows: p99 is 5.10 × the median, target ≤ 5 or that of bare node:http (3.00 ×)",
    ],
  ] as const) {
    it(`with a median of 2 ms and a p99 of ${p99_ms} ms reads: ${verdict}`, () => {
      const page = renderLatency({
        most,
        baseline: outcome(6),
        alone: outcome(4),
        beside: outcome(p99_ms),
        flows: outcome(90),
      });
      assert.ok(page.includes(verdict), page);
      assert.doesNotMatch(page, /not valid/);
    });
  }

  it("meets the target where bare node:http is no better", () => {
    const page = renderLatency({
      most,
      baseline: outcome(12),
      alone: outcome(4),
      beside: outcome(11),
      flows: outcome(90),
    });
    assert.match(page, /✓ token requests beside flows: p99 is 5\.50 × the median/);
  });

  it("warns when the load generator was late", () => {
    const page = renderLatency({
      most,
      baseline: outcome(6),
      alone: outcome(4),
      beside: outcome(4, 12),
      flows: outcome(4),
    });
    assert.match(page, /12\.0 ms late .*not valid/);
  });
});
