import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { applyPatch } from "./json-patch.ts";

type Case = readonly [title: string, document: unknown, patch: unknown, patched: unknown];

/** RFC 6902 §4 and the examples of its appendix A. */
const applied: readonly Case[] = [
  [
    "adds a field",
    { foo: "bar" },
    [{ op: "add", path: "/baz", value: "qux" }],
    { foo: "bar", baz: "qux" },
  ],
  ["adds to a list", ["a", "c"], [{ op: "add", path: "/1", value: "b" }], ["a", "b", "c"]],
  [
    "adds to the end of a list",
    { foo: ["a"] },
    [{ op: "add", path: "/foo/-", value: ["b"] }],
    { foo: ["a", ["b"]] },
  ],
  ["adds null", {}, [{ op: "add", path: "/a", value: null }], { a: null }],
  ["adds over a field", { a: 1 }, [{ op: "add", path: "/a", value: 2 }], { a: 2 }],
  ["removes a field", { a: 1, b: 2 }, [{ op: "remove", path: "/a" }], { b: 2 }],
  ["removes from a list", ["a", "b", "c"], [{ op: "remove", path: "/1" }], ["a", "c"]],
  [
    "replaces",
    { a: { b: [1, 2] } },
    [{ op: "replace", path: "/a/b/1", value: 3 }],
    { a: { b: [1, 3] } },
  ],
  ["replaces what is not there", {}, [{ op: "replace", path: "/a", value: 1 }], { a: 1 }],
  ["adds below what is not there", {}, [{ op: "add", path: "/a/b", value: 1 }], { a: { b: 1 } }],
  ["adds below null", { a: null }, [{ op: "replace", path: "/a/b", value: 1 }], { a: { b: 1 } }],
  ["adds to a list that is not there", {}, [{ op: "add", path: "/a/-", value: 1 }], { a: [1] }],
  ["replaces the document", { a: 1 }, [{ op: "replace", path: "", value: { b: 2 } }], { b: 2 }],
  [
    "moves",
    { a: { x: 1 }, b: {} },
    [{ op: "move", from: "/a/x", path: "/b/y" }],
    { a: {}, b: { y: 1 } },
  ],
  [
    "moves within a list",
    ["a", "b", "c"],
    [{ op: "move", from: "/0", path: "/2" }],
    ["b", "c", "a"],
  ],
  ["copies", { a: [1] }, [{ op: "copy", from: "/a", path: "/b" }], { a: [1], b: [1] }],
  [
    "tests",
    { a: [1, { b: 2 }] },
    [{ op: "test", path: "/a", value: [1, { b: 2 }] }],
    { a: [1, { b: 2 }] },
  ],
  [
    "reads escapes",
    { "/": 9, "~1": 10 },
    [{ op: "test", path: "/~01", value: 10 }],
    { "/": 9, "~1": 10 },
  ],
  ["ignores other fields", {}, [{ op: "add", path: "/a", value: 1, xyz: 2 }], { a: 1 }],
  [
    "applies in order",
    {},
    [
      { op: "add", path: "/a", value: 1 },
      { op: "remove", path: "/a" },
    ],
    {},
  ],
];

const refused: readonly (readonly [
  title: string,
  document: unknown,
  patch: unknown,
  why: RegExp,
])[] = [
  ["no list", {}, { op: "add" }, /must be a list/],
  ["too many operations", {}, Array.from({ length: 101 }, () => ({})), /at most 100/],
  ["no operation", {}, [null], /op and path/],
  ["another op", {}, [{ op: "increment", path: "/a" }], /op must be/],
  ["no path", {}, [{ op: "remove" }], /JSON Pointer/],
  ["a path that is no pointer", {}, [{ op: "remove", path: "a" }], /JSON Pointer/],
  ["an escape that is none", {}, [{ op: "remove", path: "/~2" }], /JSON Pointer/],
  ["a path that is too deep", {}, [{ op: "add", path: "/a".repeat(33), value: 1 }], /JSON Pointer/],
  ["no value", {}, [{ op: "add", path: "/a" }], /value is missing/],
  ["removes what is not there", {}, [{ op: "remove", path: "/a" }], /no value at the path/],
  ["removes below what is not there", { a: null }, [{ op: "remove", path: "/a/b" }], /no value/],
  [
    "replaces in a list what is not there",
    [1],
    [{ op: "replace", path: "/1", value: 2 }],
    /no val/,
  ],
  [
    "replaces the end of a list",
    { a: [1] },
    [{ op: "replace", path: "/a/-", value: 2 }],
    /no value at the path/,
  ],
  [
    "a field of a text",
    { a: "b" },
    [{ op: "add", path: "/a/b", value: 1 }],
    /no value at the path/,
  ],
  ["an index beyond the list", [1], [{ op: "add", path: "/2", value: 1 }], /no value at the path/],
  ["an index with a leading zero", [1], [{ op: "remove", path: "/00" }], /no value at the path/],
  ["an inherited field", {}, [{ op: "test", path: "/constructor", value: 1 }], /another/],
  ["a failing test", { a: 1 }, [{ op: "test", path: "/a", value: "1" }], /another/],
  ["removes the document", {}, [{ op: "remove", path: "" }], /cannot be removed/],
  ["copies from nowhere", {}, [{ op: "copy", from: "/a", path: "/b" }], /no value at the path/],
  ["copies without from", {}, [{ op: "copy", path: "/b" }], /from must be/],
  ["moves into itself", { a: { b: 1 } }, [{ op: "move", from: "/a", path: "/a/b" }], /into itself/],
  [
    "copies that double the document",
    { a: ["0123456789"] },
    Array.from({ length: 100 }, () => ({ op: "copy", from: "/a", path: "/a/-" })),
    /characters/,
  ],
];

describe("JSON Patch", () => {
  for (const [title, document, patch, patched] of applied) {
    it(title, () => {
      const before = structuredClone(document);
      assert.deepEqual(applyPatch(document, patch), { ok: true, value: patched });
      assert.deepEqual(document, before, "the document itself is unchanged");
    });
  }

  for (const [title, document, patch, why] of refused) {
    it(`is refused: ${title}`, () => {
      const result = applyPatch(document, patch);
      assert.ok(!result.ok);
      assert.match(result.error, why);
    });
  }

  it("takes __proto__ as any other name", () => {
    const patch = [{ op: "add", path: "/__proto__", value: { polluted: true } }];
    const result = applyPatch({}, patch);
    assert.ok(result.ok);
    assert.equal(JSON.stringify(result.value), '{"__proto__":{"polluted":true}}');
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });
});
