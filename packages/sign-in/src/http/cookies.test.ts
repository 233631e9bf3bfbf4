import assert from "node:assert/strict";
import { test } from "node:test";
import { readCookies } from "./cookies.ts";

const table: [header: string | undefined, cookies: readonly (readonly [string, string])[]][] = [
  [undefined, []],
  ["", []],
  [
    "a=1; b=2",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  [
    "a=1;b=2 ;\t c = 3 ",
    [
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ],
  ],
  ["a=1=2", [["a", "1=2"]]],
  ["a=; =b; c", [["a", ""]]],
  // Browsers accept both from a subdomain, and no `__Host-` cookie.
  ["theme=dark,__Host-a=1", [["theme", "dark,__Host-a=1"]]],
  [
    "\u00a0__Host-a=1; \u000b__Host-a=2",
    [
      ["\u00a0__Host-a", "1"],
      ["\u000b__Host-a", "2"],
    ],
  ],
];

for (const [header, cookies] of table) {
  test(`the cookies of ${JSON.stringify(header)}`, () => {
    const read = readCookies(header).map(({ name, value }) => [name, value]);
    assert.deepEqual(read, cookies);
  });
}
