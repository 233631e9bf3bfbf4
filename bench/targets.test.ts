import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleResults } from "./example-results.ts";
import type { Measured, WorkloadResult } from "./results.ts";
import { median } from "./statistics.ts";
import { evaluateTargets, ratioOf, targets } from "./targets.ts";
import { workloads } from "./workloads/workloads.ts";

describe("a target", () => {
  const { workloads: measured } = exampleResults();
  const target = {
    workload: "client_credentials",
    of: "latchkey",
    to: "baseline",
    by: "rate",
  } as const;

  it("is met by exactly its threshold", () => {
    assert.equal(evaluateTargets(measured, [{ ...target, at_least: 0.7 }])[0]?.met, true);
  });
  it("is missed just below its threshold", () => {
    assert.equal(evaluateTargets(measured, [{ ...target, at_least: 0.701 }])[0]?.met, false);
  });
  it("is omitted when one side was not measured", () => {
    assert.deepEqual(evaluateTargets(measured, [{ ...target, to: "external", at_least: 1 }]), []);
    assert.deepEqual(
      evaluateTargets(measured, [{ ...target, workload: "refresh", at_least: 1 }]),
      [],
    );
  });
  it("compares what was measured in the same round", () => {
    const measuredIn = (name: "latchkey" | "baseline", rates: readonly number[]): Measured => ({
      name,
      rate: median(rates),
      p50_ms: 1,
      p99_ms: 1,
      processor_us: undefined,
      rounds: rates.map((rate) => ({ rate, processor_us: undefined })),
    });
    // The machine slows down during the third round; the ratio of the two medians would be 3.5.
    const workload: WorkloadResult = {
      name: "client_credentials",
      title: "",
      unit: "requests",
      warm_up_s: 5,
      measured: [
        measuredIn("baseline", [1000, 1000, 200, 200, 200]),
        measuredIn("latchkey", [700, 700, 700, 140, 140]),
      ],
    };
    assert.equal(ratioOf(workload, target), 0.7);
    assert.equal(ratioOf(workload, { ...target, by: "per_core" }), undefined);
  });
  it("reports the lower bound's ratio beside it where the lower bound was measured", () => {
    const [verdict] = evaluateTargets(measured, [{ ...target, at_least: 0.7 }]);
    assert.equal(verdict?.lower_bound, 0.8);
    const onPostgres = { ...target, of: "latchkey-postgres", to: "latchkey" } as const;
    assert.equal(
      evaluateTargets(measured, [{ ...onPostgres, at_least: 1 }])[0]?.lower_bound,
      undefined,
    );
  });
  it("per core compares what a second of the server's own time achieves", () => {
    const [workload] = measured;
    assert.ok(workload);
    assert.equal(
      ratioOf(workload, { of: "latchkey-postgres", to: "latchkey", by: "per_core" }),
      0.5,
    );
  });
});

it("every target names an existing workload", () => {
  const names = new Set(workloads.map(({ name }) => name));
  assert.deepEqual(
    targets.filter(({ workload }) => !names.has(workload)),
    [],
  );
});
