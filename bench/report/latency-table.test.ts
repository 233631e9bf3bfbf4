import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SteadyOutcome } from "../load/steady-assignment.ts";
import { renderLatency } from "./latency-table.ts";

function outcome(p99_ms: number, late_ms = 1): SteadyOutcome {
  return { name: "", rate: 1_000, count: 1_000, p50_ms: 2, p99_ms, longest_ms: 20, late_ms };
}

describe("how long people wait", () => {
  const most = { tokens: 4_000, flows: 200 };

  for (const [p99_ms, verdict] of [
    [
      10,
      "✓ token requests beside flows: p99 is 5.00 × the median, promised ≤ 5; of bare node:http alone 3.00 ×",
    ],
    [
      10.2,
      "✗ token requests beside flows: p99 is 5.10 × the median, promised ≤ 5; of bare node:http alone 3.00 ×",
    ],
  ] as const) {
    it(`with a median of 2 ms and a p99 of ${p99_ms} ms reads: ${verdict}`, () => {
      const page = renderLatency({
        most,
        floor: outcome(6),
        alone: outcome(4),
        beside: outcome(p99_ms),
        flows: outcome(90),
      });
      assert.ok(page.includes(verdict), page);
      assert.doesNotMatch(page, /no time to measure/);
    });
  }

  it("says so when the load itself was late", () => {
    const page = renderLatency({
      most,
      floor: outcome(6),
      alone: outcome(4),
      beside: outcome(4, 12),
      flows: outcome(4),
    });
    assert.match(page, /12\.0 ms late .*no time to measure/);
  });
});
