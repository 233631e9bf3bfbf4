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

  const malformed: {
    readonly text: string;
    readonly line: number;
    readonly column: number;
    readonly about: RegExp;
  }[] = [
    { text: "", line: 1, column: 1, about: /ends too early/ },
    { text: "[1,\n2", line: 2, column: 2, about: /Expected , or \]/ },
    { text: "[1,]", line: 1, column: 4, about: /not valid JSON/ },
    { text: '{"a" 1}', line: 1, column: 6, about: /Expected :/ },
    { text: "{a: 1}", line: 1, column: 2, about: /name of a field/ },
    { text: '{"a": 1,}', line: 1, column: 9, about: /name of a field/ },
    { text: '{"a": 1, "a": 2}', line: 1, column: 10, about: /a is there already/ },
    { text: '{"a":\n  tru}', line: 2, column: 3, about: /not valid JSON/ },
    { text: '["a\nb"]', line: 1, column: 2, about: /not valid JSON/ },
    { text: "[01]", line: 1, column: 2, about: /not valid JSON/ },
    { text: "[] []", line: 1, column: 4, about: /end of the file/ },
    { text: "['a']", line: 1, column: 2, about: /not valid JSON/ },
    { text: "[".repeat(100_000), line: 1, column: 34, about: /too deeply/ },
  ];
  for (const { text, line, column, about } of malformed) {
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
