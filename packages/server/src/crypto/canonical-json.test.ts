import assert from "node:assert/strict";
import { it } from "node:test";
import { canonicalJson } from "./canonical-json.ts";

const rows: Readonly<Record<string, readonly [value: unknown, text: string]>> = {
  "the fields of objects are sorted, also within lists": [
    { b: [{ d: 1, c: 2 }], a: null },
    '{"a":null,"b":[{"c":2,"d":1}]}',
  ],
  "fields are sorted by their UTF-16 code units": [
    { "\u{1F600}": 1, "\u{FB33}": 2, é: 3, "1": 4, A: 5 },
    '{"1":4,"A":5,"é":3,"\u{1F600}":1,"\u{FB33}":2}',
  ],
  "a field that is undefined is left out, and an entry of a list is null": [
    { a: undefined, b: [undefined] },
    '{"b":[null]}',
  ],
  "numbers are as in ECMAScript": [[1e21, 1e-7, -0, 100, 0.1], "[1e+21,1e-7,0,100,0.1]"],
  "text is escaped no more than it must be": [
    'a"\\\u0007\u2028/é\ud800',
    '"a\\"\\\\\\u0007\u2028/é\\ud800"',
  ],
  "values that are no objects are themselves": [
    [true, false, null, "", []],
    '[true,false,null,"",[]]',
  ],
};

for (const [title, [value, text]] of Object.entries(rows))
  it(title, () => assert.equal(canonicalJson(value), text));

it("what was parsed of a canonical text is written as the same text", () => {
  const text = canonicalJson({ z: [1, { y: "ü", x: {} }], a: { c: 1.5, b: [] } });
  assert.equal(canonicalJson(JSON.parse(text)), text);
});
