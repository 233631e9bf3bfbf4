import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleResults } from "./example-results.ts";
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
