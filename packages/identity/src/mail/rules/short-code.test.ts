import assert from "node:assert/strict";
import { test } from "node:test";
import { readShortCode, writeShortCode } from "./short-code.ts";

test("a code has six digits, each as likely as any other", () => {
  const of = (...values: number[]) => {
    const random = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) random.writeUInt32BE(value, index * 4);
    return writeShortCode(random);
  };
  assert.equal(of(7), "000007");
  assert.equal(of(1_234_567), "234567");
  assert.equal(of(4_293_999_999), "999999");
  assert.equal(of(4_294_000_000), undefined, "would make the lowest codes more likely");
  assert.equal(of(4_294_967_295, 42), "000042");
  assert.equal(writeShortCode(Buffer.alloc(3)), undefined);
});

test("a code is read as users type it", () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["012345", "012345"],
    [" 012 345\n", "012345"],
    ["012-345", "012345"],
    ["０１２３４５", "012345"],
    ["12345", undefined],
    ["1234567", undefined],
    ["12345a", undefined],
    ["", undefined],
  ];
  for (const [typed, expected] of rows) assert.equal(readShortCode(typed), expected, typed);
});
