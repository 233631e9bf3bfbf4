import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { duration, niceCeiling, short } from "../src/charts/scale.ts";
import { formatExact, formatMoment, formatRelative } from "../src/components/format-time.ts";
import { decodeJwt } from "../src/jwt.ts";

test("a JWT is decoded without verifying its signature", () => {
  const token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.";
  assert.deepEqual(decodeJwt(token), { header: { alg: "none" }, claims: { sub: "alice" } });
});

for (const text of ["", "lk_at_abc", "a.b.c", "e30.e30", "e30.bnVsbA.", "e30.e30.e30.e30"]) {
  test(`${JSON.stringify(text)} is not a JWT`, () => assert.equal(decodeJwt(text), undefined));
}

const ceilings: [number, number][] = [
  [0, 1],
  [0.03, 0.05],
  [1, 1],
  [1.2, 2],
  [21, 25],
  [4999, 5000],
];

for (const [value, ceiling] of ceilings) {
  test(`an axis for ${value} ends at ${ceiling}`, () => assert.equal(niceCeiling(value), ceiling));
}

test("numbers and durations have three significant digits at most", () => {
  assert.deepEqual([0, 0.123, 12.34, 123.4, 12_345].map(short), [
    "0",
    "0.12",
    "12.3",
    "123",
    "12.3k",
  ]);
  assert.deepEqual([0, 0.00042, 0.25, 1.34].map(duration), ["0", "0.42 ms", "250 ms", "1.34 s"]);
});

const distances: [number, string][] = [
  [0, "just now"],
  [-59, "just now"],
  [30, "in a moment"],
  [-60, "1 minute ago"],
  [7200, "in 2 hours"],
  [-86_400, "yesterday"],
  [-3 * 86_400, "3 days ago"],
];

for (const [seconds, words] of distances) {
  test(`${seconds} seconds from now is ${words}`, () =>
    assert.equal(formatRelative(seconds), words));
}

test("an exact time names its time zone", () => {
  const text = formatExact(new Date("2026-03-15T12:05:09Z"));
  assert.match(text, /^1[456] Mar 2026, \d\d:\d\d:09 [A-Z]+([+-][\d:]+)?$/);
});

test("a moment of another day has its date", () => {
  const now = new Date(2026, 2, 15, 12, 0, 0);
  const at = (day: number): string =>
    formatMoment(new Date(2026, 2, day, 9, 8, 7, 6).toISOString(), now);
  assert.equal(at(15), "09:08:07.006");
  assert.equal(at(14), "14 Mar, 09:08:07.006");
});

test("the console has the colours of the sign-in pages", () => {
  const index = readFileSync(new URL("../src/styles/index.css", import.meta.url), "utf8");
  const sheets = [...index.matchAll(/@import "(.+)";/g)].map(([, path = ""]) => path);
  const used = sheets.flatMap((path) => tokensOf(`../src/styles/${path}`));
  const shared = tokensOf("../../sign-in/src/assets/design-tokens.css");
  assert.ok(shared.length > 20);
  assert.equal(used.filter((token) => shared.includes(token)).length, shared.length); // None is defined twice.
  assert.deepEqual(
    shared.filter((token) => !used.includes(token)),
    [],
  );
});

function tokensOf(path: string): string[] {
  const css = readFileSync(new URL(path, import.meta.url), "utf8");
  return [...css.matchAll(/^ +(--[\w-]+: .*;)$/gm)].map(([, token = ""]) => token);
}
