import assert from "node:assert/strict";
import { test } from "node:test";
import { check, compare } from "./compare.ts";
import { batch } from "./plan.ts";

test("answers are equal whatever the order of their fields, and a field without a value is one that is left out", () => {
  assert.deepEqual(compare({ a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1, d: undefined }), []);
});

test("each place that differs is named", () => {
  const [expected, got] = [
    { status: 200, body: { aud: ["a", "b"], sub: "alice" } },
    { status: 401, body: { aud: ["a", "c"], acr: "1" } },
  ];
  assert.deepEqual(compare(expected, got), [
    { path: "status", expected: 200, got: 401 },
    { path: "body.aud[1]", expected: "b", got: "c" },
    { path: "body.sub", expected: "alice", got: undefined },
    { path: "body.acr", expected: undefined, got: "1" },
  ]);
});

test("lists of different lengths differ as a whole", () => {
  assert.deepEqual(compare(["a"], []), [{ path: "", expected: ["a"], got: [] }]);
});

test("what a check throws is what it got", async () => {
  const { got } = await check("tokens/a", {}, () => Promise.reject(new Error("no redirect")));
  assert.deepEqual(got, { threw: "no redirect" });
});

test("two checks that change one chain run on different copies", () => {
  const tasks = ["a", "b", "a", "c", "a"].map((chain) => ({ chain, run: async function* () {} }));
  const chains = batch(tasks).map((some) => some.map(({ chain }) => chain));
  assert.deepEqual(chains, [["a", "b", "c"], ["a"], ["a"]]);
});
