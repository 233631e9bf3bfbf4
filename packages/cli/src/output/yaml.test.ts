import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { parse } from "yaml";

import { toYaml } from "./yaml.ts";

describe("YAML output", () => {
  const values: readonly [what: string, value: unknown][] = [
    ["a word", "photos"],
    ["words", "Photo albums"],
    ["a URL", "https://photos.example/callback"],
    ["an empty string", ""],
    ["a boolean of YAML 1.1", "no"],
    ["an exponent", "1e10"],
    ["a number with a leading zero", "0123"],
    ["a date", "2026-11-15T07:09:49Z"],
    ["a colon before a space", "a: b"],
    ["a colon at the end", "a:"],
    ["a hash after a space", "a #b"],
    ["a space at the end", "a "],
    ["two lines", "a\nb"],
    ["a long line", "word ".repeat(100).trim()],
    ["an emoji", "🐇"],
    ["a control character", "Photos\u009b2J\u202e"],
    ["a control character in a key", { "a\u009b": "\u2066b" }],
    ["a number", 3600],
    ["null", null],
    ["empty collections", { a: [], b: {} }],
    ["a list", { a: ["b", "c"] }],
    ["objects in a list", [{ a: 1, b: [2] }]],
    ["a key that needs quotes", { "x5t#S256": "a" }],
  ];
  for (const [what, value] of values) {
    it(`${what} is read back by parsers of YAML 1.1 and 1.2`, () => {
      for (const version of ["1.1", "1.2"] as const) {
        assert.deepEqual(parse(toYaml(value), { version }), value);
      }
    });
  }

  it("has no characters that command a terminal", () => {
    const value = {
      name: "Photos\u009b2J\u202e\u2066\u007f\u001b",
      "a\u009b": ["\u2066b", "é光\n\u009b"],
    };
    assert.match(toYaml(value), /^[\n\x20-\x7eé光]*$/);
  });

  it("is in block style, without undefined fields and aliases", () => {
    const shared = { b: ["c"] };
    assert.equal(
      toYaml({ one: shared, other: shared, missing: undefined }),
      "one:\n  b:\n    - c\nother:\n  b:\n    - c\n",
    );
  });
});
