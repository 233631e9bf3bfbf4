import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { duration, niceCeiling, short } from "../src/charts/scale.ts";
import { decodeJwt } from "../src/jwt.ts";

test("a JWT is read, whatever signed it", () => {
  const token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.";
  assert.deepEqual(decodeJwt(token), { header: { alg: "none" }, claims: { sub: "alice" } });
});

for (const text of ["", "lk_at_abc", "a.b.c", "e30.e30", "e30.bnVsbA.", "e30.e30.e30.e30"]) {
  test(`${JSON.stringify(text)} is no JWT`, () => assert.equal(decodeJwt(text), undefined));
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

test("numbers are as long as they deserve", () => {
  assert.deepEqual([0, 0.123, 12.34, 123.4, 12_345].map(short), [
    "0",
    "0.12",
    "12.3",
    "123",
    "12.3k",
  ]);
  assert.deepEqual([0, 0.00042, 0.25, 1.34].map(duration), ["0", "0.42 ms", "250 ms", "1.34 s"]);
});

test("the console wears the colours of the sign-in pages", () => {
  const look = readFileSync(new URL("../src/look/look.css", import.meta.url), "utf8");
  const sheets = [...look.matchAll(/@import "(.+)";/g)].map(([, path = ""]) => path);
  const worn = sheets.flatMap((path) => tokensOf(`../src/look/${path}`));
  const house = tokensOf("../../sign-in/src/assets/house.css");
  assert.ok(house.length > 20);
  assert.equal(worn.filter((token) => house.includes(token)).length, house.length); // None is said twice.
  assert.deepEqual(
    house.filter((token) => !worn.includes(token)),
    [],
  );
});

function tokensOf(path: string): string[] {
  const css = readFileSync(new URL(path, import.meta.url), "utf8");
  return [...css.matchAll(/^ +(--[\w-]+: .*;)$/gm)].map(([, token = ""]) => token);
}
