import assert from "node:assert/strict";
import { test } from "node:test";

import { parseRetryAfter } from "./retry-after.ts";

const NOW = Date.UTC(1999, 11, 31, 23, 59, 50);

const headers: [string | null, number | undefined, string][] = [
  [null, undefined, "no header"],
  ["120", 120_000, "RFC 9110 §10.2.3: seconds"],
  ["0", 0, "at once"],
  ["Fri, 31 Dec 1999 23:59:59 GMT", 9000, "RFC 9110 §10.2.3: a date"],
  ["Fri, 31 Dec 1999 23:59:00 GMT", 0, "a date gone by"],
  ["-5", undefined, "less than nothing"],
  ["1.5", undefined, "half a second"],
  ["soon", undefined, "a word"],
  ["Fri, 99 Foo 1999 GMT", undefined, "no date at all"],
];

for (const [text, ms, title] of headers) {
  test(`retry-after: ${title} → ${ms}`, () => assert.equal(parseRetryAfter(text, NOW), ms));
}
