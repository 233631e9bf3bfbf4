import assert from "node:assert/strict";
import { test } from "node:test";
import { errorStatus } from "./formats.ts";
import { explain, read } from "./problem.ts";
import { jsonObject, seconds, shortText, texts } from "./values.ts";

const table = [
  [seconds, "1", "a whole number of seconds, but was a string"],
  [seconds, 1.5, "a whole number of seconds"],
  [jsonObject, [], "a JSON object of at most 64 KiB, but was a list"],
  [jsonObject, { text: "x".repeat(70_000) }, "a JSON object of at most 64 KiB"],
  [errorStatus, null, "an HTTP status from 400 to 599, but was null"],
  [errorStatus, 200, "an HTTP status from 400 to 599"],
  [shortText, {}, "a string of at most 8 KiB, but was an object"],
  [shortText, "x".repeat(9_000), "a string of at most 8 KiB"],
  [texts, "x", "a list of at most 1000 strings, but was a string"],
  [texts, [7], "a list of at most 1000 strings, but was a number"],
] as const;

test("a sentence names the type of a value where another one is expected, and not where its size is wrong", () => {
  for (const [schema, value, expected] of table) {
    const reading = read(schema, value, "photos");
    assert.ok(!reading.ok);
    assert.equal(explain(reading.error), `The field photos must be ${expected}.`);
  }
});
