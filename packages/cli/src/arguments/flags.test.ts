import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type Arguments, UsageError } from "./command.ts";
import { countOf, durationOf, isSet, listOf } from "./flags.ts";

function saying(...values: readonly string[]): Arguments {
  return { words: [], flags: new Map([["flag", values]]), defaults: new Map() };
}

describe("a duration", () => {
  const table: readonly [text: string, ms: number][] = [
    ["0", 0],
    ["500ms", 500],
    ["90s", 90_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
  ];
  for (const [text, ms] of table)
    it(`${text} → ${ms} ms`, () => assert.equal(durationOf(saying(text), "flag"), ms));
  for (const text of ["", "soon", "5", "1h soon", "-1s", "1d"])
    it(`${text || "nothing"} → refused`, () =>
      assert.throws(() => durationOf(saying(text), "flag"), UsageError));
});

describe("a number", () => {
  it("is whole, and from the least up", () => {
    assert.equal(countOf(saying("7"), "flag"), 7);
    for (const text of ["0", "1.5", "-3", "1e3", "few", ""])
      assert.throws(() => countOf(saying(text), "flag", 1), UsageError);
  });
});

it("lists are joined by commas, repeated, or both", () => {
  assert.deepEqual(listOf(saying("a, b", "c,"), "flag"), ["a", "b", "c"]);
  assert.deepEqual(listOf(saying(""), "flag"), []);
  assert.equal(listOf(saying("a"), "other"), undefined);
});

it("a flag that is not given has its default", () => {
  const silent: Arguments = { words: [], flags: new Map(), defaults: new Map([["flag", "20"]]) };
  assert.equal(countOf(silent, "flag", 1), 20);
  assert.deepEqual(listOf(silent, "flag"), ["20"]);
  assert.equal(durationOf({ ...silent, defaults: new Map([["flag", "1m"]]) }, "flag"), 60_000);
});

it("--flag=false takes --flag back", () => {
  assert.equal(isSet(saying("true"), "flag"), true);
  assert.equal(isSet(saying("true", "false"), "flag"), false);
  assert.equal(isSet(saying("true"), "other"), false);
});
