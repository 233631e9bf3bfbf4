import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { problemOfSchema } from "./check-schema.ts";
import { findViolation } from "./validator.ts";

function nested(depth: number): Record<string, unknown> {
  return depth === 0 ? {} : { not: nested(depth - 1) };
}

/** Each definition uses the next one twice: 2^n validations. */
function doubling(length: number): Record<string, unknown> {
  const definitions = Array.from({ length }, (_, at): [string, object] => {
    const next = { $ref: `#/$defs/d${at + 1}` };
    return [`d${at}`, { allOf: [next, next] }];
  });
  return {
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries([...definitions, [`d${length}`, { type: "object" }]]),
  };
}

const refused: [string, Record<string, unknown>, string, RegExp][] = [
  ["a keyword that is misspelt", { requird: [] }, "/requird", /not a keyword/],
  ["a keyword of another draft", { definitions: {} }, "/definitions", /not a keyword/],
  ["an id", { $id: "https://x.example" }, "/$id", /not a keyword/],
  ["a dynamic reference", { $dynamicRef: "#a" }, "/$dynamicRef", /not a keyword/],
  ["a reference to elsewhere", { $ref: "https://x.example/s" }, "/$ref", /\$defs/],
  ["a reference to a file", { $ref: "other.json#/$defs/a" }, "/$ref", /\$defs/],
  ["a reference to the root", { $ref: "#" }, "/$ref", /\$defs/],
  ["a reference to nothing", { $ref: "#/$defs/a" }, "/$defs/a", /missing/],
  [
    "a reference to toString",
    { $ref: "#/$defs/toString", $defs: {} },
    "/$defs/toString",
    /missing/,
  ],
  [
    "a definition that refers to itself",
    { $defs: { a: { properties: { b: { $ref: "#/$defs/a" } } } }, $ref: "#/$defs/a" },
    "/$defs/a",
    /itself/,
  ],
  [
    "two definitions that refer to each other",
    { $defs: { a: { $ref: "#/$defs/b" }, b: { not: { $ref: "#/$defs/a" } } } },
    "/$defs/b",
    /itself/,
  ],
  ["references that multiply", doubling(20), "", /more than 1000/],
  ["deep nesting", nested(40), "/not".repeat(33), /nested deeper/],
  ["a long schema", { enum: ["x".repeat(40_000)] }, "", /longer/],
  [
    "a type that does not exist",
    { properties: { a: { type: "strng" } } },
    "/properties/a/type",
    /one of/,
  ],
  ["a pattern that backtracks", { items: { pattern: "(a+)+$" } }, "/items/pattern", /too long/],
  [
    "a pattern of names that backtracks",
    { patternProperties: { "(a+)+$": true } },
    "/patternProperties/(a+)+$",
    /too long/,
  ],
  ["a format that is slow to check", { format: "hostname" }, "/format", /one of/],
  ["required as a flag", { required: true }, "/required", /list of strings/],
  ["a negative length", { maxLength: -1 }, "/maxLength", /whole number/],
  ["anyOf that is no list", { anyOf: {} }, "/anyOf", /list of schemas/],
  ["a subschema that is a string", { not: "a" }, "/not", /must be a schema/],
  ["a name with a slash", { properties: { "a/b~": 1 } }, "/properties/a~1b~0", /must be a schema/],
];

describe("a schema", () => {
  for (const [reason, schema, at, problem] of refused) {
    it(`is refused for ${reason}`, () => {
      const found = problemOfSchema(schema);
      assert.equal(found?.at, at);
      assert.match(found.problem, problem);
    });
  }

  it("may use definitions, several times and nested", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: {
        amount: { type: "object", properties: { value: { $ref: "#/$defs/decimal" } } },
        decimal: { type: "string", pattern: "^\\d{1,9}(\\.\\d{2})?$" },
      },
      properties: { one: { $ref: "#/$defs/amount" }, other: { $ref: "#/$defs/amount" } },
    };
    assert.equal(problemOfSchema(schema), undefined);
    assert.equal(findViolation(schema, { one: { value: "1.20" }, other: {} }), undefined);
    assert.deepEqual(findViolation(schema, { other: { value: "1.2" } }), {
      at: "/other/value",
      keyword: "pattern",
    });
  });
});

/** A schema, a value, and the violation. */
const values: [Record<string, unknown>, Record<string, unknown>, [string, string] | undefined][] = [
  [{}, { a: 1 }, undefined],
  [{ properties: { a: { type: "integer" } } }, { a: 1 }, undefined],
  [{ properties: { a: { type: "integer" } } }, { a: 1.5 }, ["/a", "type"]],
  [{ required: ["a", "b"] }, { b: 1 }, ["/a", "required"]],
  [{ properties: { a: { required: ["b"] } } }, { a: {} }, ["/a/b", "required"]],
  [{ properties: { a: true }, additionalProperties: false }, { a: 1, b: 2 }, ["/b", "false"]],
  [{ additionalProperties: false }, { constructor: 1 }, ["/constructor", "false"]],
  [{ additionalProperties: false }, { hasOwnProperty: 1 }, ["/hasOwnProperty", "false"]],
  [{ required: ["toString"] }, {}, ["/toString", "required"]],
  [{ properties: { a: { items: { enum: ["x"] } } } }, { a: ["x", "y"] }, ["/a/1", "enum"]],
  [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, {}, ["", "anyOf"]],
  [{ properties: { a: { format: "date" } } }, { a: "2026-02-30" }, ["/a", "format"]],
  [{ properties: { a: { format: "uri" } } }, { a: "https://x.example/a" }, undefined],
  [
    { properties: { a: { uniqueItems: true } } },
    { a: [{ b: 1 }, { b: 1 }] },
    ["/a", "uniqueItems"],
  ],
];

it("a list whose entries must be unique has at most 128 of them", () => {
  const of = (length: number) => ({ a: [{ b: Array.from({ length }, (_, at) => at) }] });
  const schema = { properties: { a: { items: { properties: { b: { uniqueItems: true } } } } } };
  assert.equal(findViolation(schema, of(128)), undefined);
  assert.deepEqual(findViolation(schema, of(129)), { at: "/a/0/b", keyword: "uniqueItems_length" });
  const other = { description: '"uniqueItems":true', properties: { a: { uniqueItems: false } } };
  assert.equal(findViolation(other, of(129)), undefined);
});

describe("a value", () => {
  for (const [schema, value, expected] of values) {
    it(`${JSON.stringify(value)} against ${JSON.stringify(schema)}: ${expected?.join(" ") ?? "fits"}`, () => {
      assert.equal(problemOfSchema(schema), undefined);
      const found = findViolation(schema, value);
      assert.deepEqual(found && [found.at, found.keyword], expected);
    });
  }

  it("leaves the schema as it was", () => {
    const schema = Object.freeze({ type: "object" });
    findViolation(schema, {});
    assert.deepEqual(Object.getOwnPropertyNames(schema), ["type"]);
  });
});
