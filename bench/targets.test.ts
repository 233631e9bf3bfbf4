import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleResults } from "./example-results.ts";
import type { Measured, WorkResult } from "./results.ts";
import { median } from "./statistics.ts";
import { judge, ratioOf, targets } from "./targets.ts";
import { works } from "./works/works.ts";

describe("a target", () => {
  const { works: measured } = exampleResults();
  const target = { work: "client_credentials", of: "latchkey", to: "floor", by: "rate" } as const;

  it("is met by exactly what was promised", () => {
    assert.equal(judge(measured, [{ ...target, at_least: 0.7 }])[0]?.met, true);
  });
  it("is missed by a little less", () => {
    assert.equal(judge(measured, [{ ...target, at_least: 0.701 }])[0]?.met, false);
  });
  it("is passed over when one side was not measured", () => {
    assert.deepEqual(judge(measured, [{ ...target, to: "another", at_least: 1 }]), []);
    assert.deepEqual(judge(measured, [{ ...target, work: "refresh", at_least: 1 }]), []);
  });
  it("compares what was measured in the same round", () => {
    const measuredIn = (name: "latchkey" | "floor", rates: readonly number[]): Measured => ({
      name,
      rate: median(rates),
      p50_ms: 1,
      p99_ms: 1,
      processor_us: undefined,
      rounds: rates.map((rate) => ({ rate, processor_us: undefined })),
    });
    // The machine turns slow in the middle of the third round; medians of each alone would say 3.5.
    const work: WorkResult = {
      name: "client_credentials",
      title: "",
      unit: "requests",
      warm_up_s: 5,
      measured: [
        measuredIn("floor", [1000, 1000, 200, 200, 200]),
        measuredIn("latchkey", [700, 700, 700, 140, 140]),
      ],
    };
    assert.equal(ratioOf(work, target), 0.7);
    assert.equal(ratioOf(work, { ...target, by: "per_core" }), undefined);
  });
  it("stands beside what the bare parts reach, where those were measured", () => {
    const [verdict] = judge(measured, [{ ...target, at_least: 0.7 }]);
    assert.equal(verdict?.possible, 0.8);
    const onPostgres = { ...target, of: "latchkey-postgres", to: "latchkey" } as const;
    assert.equal(judge(measured, [{ ...onPostgres, at_least: 1 }])[0]?.possible, undefined);
  });
  it("per core compares what a second of the server's own time achieves", () => {
    const [work] = measured;
    assert.ok(work);
    assert.equal(ratioOf(work, { of: "latchkey-postgres", to: "latchkey", by: "per_core" }), 0.5);
  });
});

it("every target is about a work that there is", () => {
  const names = new Set(works.map(({ name }) => name));
  assert.deepEqual(
    targets.filter(({ work }) => !names.has(work)),
    [],
  );
});
