import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { FileError, positionOf } from "./located.ts";
import { parseJson } from "./parse-json.ts";

describe("JSON", () => {
  for (const text of [
    "[]",
    "{}",
    ' [1, -2.5e3, true, false, null, "a\\n\\u00e9\\"" ]\n',
    '{"a":{"b":[{"c":[]}]},"":0}',
    '"only a text"',
  ])
    it(`is read as JSON.parse reads it: ${text.trim()}`, () =>
      assert.deepEqual(parseJson(text).value, JSON.parse(text)));

  it("says where each value begins", () => {
    const located = parseJson('{\n  "resources": [\n    { "title": "Tea" },\r\n\t{"title": 7}]}');
    assert.deepEqual(positionOf(located, ""), { line: 1, column: 1 });
    assert.deepEqual(positionOf(located, "resources"), { line: 2, column: 16 });
    assert.deepEqual(positionOf(located, "resources[0].title"), { line: 3, column: 16 });
    assert.deepEqual(positionOf(located, "resources[1].title"), { line: 4, column: 12 });
    assert.deepEqual(positionOf(located, "resources[1].id"), { line: 4, column: 2 });
  });

  it("of one long line is read in time that grows with its length", () => {
    assert.equal(parseJson(`[${'"x",'.repeat(200_000)}0]`).parts.size, 200_001);
  });

  const malformed: [text: string, line: number, column: number, about: RegExp][] = [
    ["", 1, 1, /ends too early/],
    ["[1,\n2", 2, 2, /Expected , or \]/],
    ["[1,]", 1, 4, /not valid JSON/],
    ['{"a" 1}', 1, 6, /Expected :/],
    ["{a: 1}", 1, 2, /name of a field/],
    ['{"a": 1,}', 1, 9, /name of a field/],
    ['{"a": 1, "a": 2}', 1, 10, /a is there already/],
    ['{"a":\n  tru}', 2, 3, /not valid JSON/],
    ['["a\nb"]', 1, 2, /not valid JSON/],
    ["[01]", 1, 2, /not valid JSON/],
    ["[] []", 1, 4, /end of the file/],
    ["['a']", 1, 2, /not valid JSON/],
    ["[".repeat(100_000), 1, 34, /too deeply/],
  ];
  for (const [text, line, column, about] of malformed) {
    it(`that is malformed is refused with its place: ${text.slice(0, 20)}`, () =>
      assert.throws(
        () => parseJson(text),
        (error) =>
          error instanceof FileError &&
          about.test(error.message) &&
          (assert.deepEqual(error.at, { line, column }), true),
      ));
  }
});
