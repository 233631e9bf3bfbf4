import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const script = readFileSync(new URL("passwords.js", import.meta.url), "utf8");
const page = { document: { querySelectorAll: () => [] } };
const estimate: unknown = runInNewContext(`${script}; estimateStrength`, page);

const rows: [password: string, name: string, expected: string][] = [
  ["", "", "too_short"],
  ["Zq8!x$K", "", "too_short"],
  ["aaaaaaaaaaaaaaaa", "", "weak"],
  ["abcdefghijklmnop", "", "weak"],
  ["12345678", "", "weak"],
  ["98765432109876", "", "weak"],
  ["abababababababab", "", "weak"],
  ["password", "", "weak"],
  ["Password1!", "", "weak"],
  ["qwertyQWERTY12", "", "weak"],
  ["alice@wonderland", "alice@wonderland", "weak"],
  ["Tr0ub4dor", "", "fair"],
  ["rabbit hole tea", "", "strong"],
  ["correct horse battery staple", "", "strong"],
  ["kY7#pQ2!vR9m", "", "good"],
  ["正しい馬の電池ホチキス", "", "good"],
];

for (const [password, name, expected] of rows) {
  test(`${JSON.stringify(password)} is ${expected}`, () => {
    assert.ok(typeof estimate === "function");
    assert.equal(estimate(password, name), expected);
  });
}
