import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { yaml } from "./yaml.ts";

describe("YAML", () => {
  const table: readonly [what: string, value: unknown, written: string][] = [
    ["a word", "photos", "photos\n"],
    ["words", "Photo albums", "Photo albums\n"],
    ["a URL", "https://photos.example/callback", "https://photos.example/callback\n"],
    ["nothing", "", '""\n'],
    ["a word that means something else", "no", '"no"\n'],
    ["letters that some take for a number", "e10", '"e10"\n'],
    ["digits in quotes", "0123", '"0123"\n'],
    ["a date", "2026-11-15T07:09:49Z", '"2026-11-15T07:09:49Z"\n'],
    ["a colon before a space", "a: b", '"a: b"\n'],
    ["a colon at the end", "a:", '"a:"\n'],
    ["a hash after a space", "a #b", '"a #b"\n'],
    ["a space at the end", "a ", '"a "\n'],
    ["lines", "a\nb", '"a\\nb"\n'],
    ["an emoji", "🐇", '"🐇"\n'],
    ["a number", 3600, "3600\n"],
    ["null", null, "null\n"],
    ["empty things", { a: [], b: {} }, "a: []\nb: {}\n"],
    ["what is not there", { a: undefined, b: 1 }, "b: 1\n"],
    ["a list", { a: ["b", "c"] }, "a:\n  - b\n  - c\n"],
    ["objects in a list", [{ a: 1, b: [2] }], "- a: 1\n  b:\n    - 2\n"],
    ["a key that needs quotes", { "x5t#S256": "a" }, '"x5t#S256": a\n'],
  ];
  for (const [what, value, written] of table) {
    it(`${what} → ${JSON.stringify(written)}`, () => assert.equal(yaml(value), written));
  }
});
