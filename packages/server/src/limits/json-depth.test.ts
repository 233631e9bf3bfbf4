import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MAX_JSON_DEPTH, nestsDeeperThan, parseJson } from "./json-depth.ts";

describe("the depth of a JSON text", () => {
  const table: [text: string, depth: number][] = [
    ["1", 0],
    ['"[[[["', 0],
    ["[]", 1],
    ["[[],[[]]]", 3],
    ['{"a":{"b":[]},"c":[]}', 3],
    ['["\\"[[[", "\\\\", [1]]', 2],
    ['{"[[[":"]"}', 1],
  ];
  for (const [text, depth] of table) {
    it(`of ${text} is ${depth}`, () => {
      assert.equal(nestsDeeperThan(depth, text), false);
      if (depth > 0) assert.equal(nestsDeeperThan(depth - 1, text), true);
    });
  }

  it("is bounded for whatever is parsed", () => {
    const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    assert.notEqual(parseJson(lists(MAX_JSON_DEPTH)), undefined);
    assert.equal(parseJson(lists(MAX_JSON_DEPTH + 1)), undefined);
    assert.equal(parseJson("["), undefined);
  });
});
