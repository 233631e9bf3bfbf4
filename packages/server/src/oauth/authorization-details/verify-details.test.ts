import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DetailsType } from "./details-type.ts";
import type { AuthorizationDetail } from "./parse-details.ts";
import { coveredDetails, verifyWithin } from "./verify-details.ts";

const type: DetailsType = {
  type: "t",
  schema: { properties: { n: { type: "number", minimum: 1 } } },
  sentences: { en: "x" },
  reducible: ["/n"],
  rememberable: true,
  created_at: 0,
  updated_at: 0,
};
const types = new Map([
  ["t", type],
  ["once", { ...type, type: "once", rememberable: false }],
]);

function all(...numbers: number[]): AuthorizationDetail[] {
  return numbers.map((n) => ({ type: "t", n }));
}

/** What is granted, of what, and whether it is within. */
const cases: [number[], number[], boolean][] = [
  [[], [], true],
  [[], [5], true],
  [[5], [5], true],
  [[1], [5], true],
  [[6], [5], false],
  [[5], [], false],
  [[3, 3], [5], false],
  [[3, 3], [5, 5], true],
  [[4, 6], [10, 5], true],
  [[6, 4], [10, 5], true],
  [[6, 6], [10, 5], false],
  [[1, 2, 3], [3, 2, 1], true],
  [[2, 2, 3], [3, 2, 1], false],
  [[0], [5], false],
];

describe("RFC 9396 §6: what is granted", () => {
  for (const [inner, outer, expected] of cases) {
    it(`[${inner.join()}] is ${expected ? "" : "not "}within [${outer.join()}]`, () => {
      assert.equal(verifyWithin(all(...inner), all(...outer), types).ok, expected);
    });
  }

  it("may be as requested though its type was changed or deleted since", () => {
    assert.equal(verifyWithin(all(0), all(0), types).ok, true);
    assert.equal(verifyWithin(all(5), all(5), new Map()).ok, true);
    assert.equal(verifyWithin(all(4), all(5), new Map()).ok, false, "but not reduced any more");
  });
});

describe("what a remembered consent covers", () => {
  it("is each requested detail once, of types that may be remembered", () => {
    const once = { type: "once", n: 1 };
    const covered = coveredDetails([...all(5, 4, 9), once], [...all(5, 5), once], types);
    assert.deepEqual(covered, all(5, 4));
  });
});
