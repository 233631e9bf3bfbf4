import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isReduction } from "./reduction.ts";

const whole = {
  type: "t",
  amount: 100,
  text: "100.50",
  actions: ["a", "b", "b", { c: 1 }],
  inner: { limit: 5, note: "n" },
  "a/b": 3,
};
const reducible = ["/amount", "/text", "/actions", "/inner/limit", "/a~1b"];

/** A change of the detail, and whether it is a reduction. */
const cases: [string, object, boolean][] = [
  ["nothing changes", {}, true],
  ["a number is lowered", { amount: 99.5 }, true],
  ["a number is raised", { amount: 100.01 }, false],
  ["a decimal string is lowered", { text: "100.49" }, true],
  ["a decimal string is written with fewer digits", { text: "100.5" }, true],
  ["a decimal string is raised", { text: "100.51" }, false],
  ["a decimal string is raised in length", { text: "0100.51" }, false],
  ["a decimal string becomes a number", { text: 1 }, false],
  ["a decimal string becomes another text", { text: "-5" }, false],
  ["entries are removed", { actions: ["b"] }, true],
  ["all entries are removed", { actions: [] }, true],
  ["entries change their order", { actions: [{ c: 1 }, "a"] }, true],
  ["an entry is added", { actions: ["a", "d"] }, false],
  ["an entry is repeated more often", { actions: ["a", "a"] }, false],
  ["an entry changes", { actions: [{ c: 0 }] }, false],
  ["a list becomes a text", { actions: "a" }, false],
  ["a nested number is lowered", { inner: { limit: 4, note: "n" } }, true],
  ["another nested field changes", { inner: { limit: 4, note: "m" } }, false],
  ["a field is missing", { inner: { limit: 4 } }, false],
  ["a field is added", { more: 1 }, false],
  ["a field has another type", { amount: "99" }, false],
  ["a number becomes null", { amount: null }, false],
  ["a field with a slash in its name is lowered", { "a/b": 2 }, true],
  ["the type changes", { type: "u" }, false],
];

describe("a reduction of a detail", () => {
  for (const [reason, change, expected] of cases) {
    it(`${reason}: ${expected}`, () => {
      assert.equal(isReduction({ ...whole, ...change }, whole, reducible), expected);
    });
  }

  it("is only equality where the type declares no field", () => {
    assert.equal(isReduction({ ...whole, amount: 1 }, whole, []), false);
    assert.equal(isReduction({ ...whole }, whole, []), true);
  });

  it("ignores the order of fields", () => {
    const { type, ...others } = whole;
    assert.equal(isReduction({ ...others, type }, whole, []), true);
  });
});
