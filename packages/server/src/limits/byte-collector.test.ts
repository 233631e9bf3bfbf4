import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createByteCollector } from "./byte-collector.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe("bytes that arrive in pieces", () => {
  const pieces: readonly (readonly string[])[] = [
    [],
    ["one"],
    ["", "one"],
    ["one", "", "two"],
    ["a", "bc", "def", "ghij", "klmno"],
  ];
  for (const texts of pieces) {
    it(`${JSON.stringify(texts)} are joined`, () => {
      const collected = createByteCollector(100);
      for (const text of texts) assert.equal(collected.add(Buffer.from(text)), true);
      assert.equal(collected.bytes().toString(), texts.join(""));
    });
  }

  it("are not written into the sender's buffer", () => {
    const received = Buffer.from("onetwo");
    const collected = createByteCollector(100);
    collected.add(received.subarray(0, 3));
    collected.add(Buffer.from("xyz"));
    assert.equal(collected.bytes().toString(), "onexyz");
    assert.equal(received.toString(), "onetwo");
  });

  it("may be as many as the limit, and not one more", () => {
    const collected = createByteCollector(5);
    assert.equal(collected.add(Buffer.from("abc")), true);
    assert.equal(collected.add(Buffer.from("de")), true);
    assert.equal(collected.bytes().toString(), "abcde");
    assert.equal(collected.add(Buffer.from("f")), false);
    assert.equal(collected.add(Buffer.from("")), false);
    assert.equal(collected.bytes().length, 0);
  });

  it("take no more memory because the pieces are small", () => {
    const before = heapUsed();
    const collected = createByteCollector(200_000);
    for (let count = 0; count < 200_000; count += 1) collected.add(Buffer.from("x"));
    const grown = heapUsed() - before;
    assert.equal(collected.bytes().length, 200_000);
    assert.ok(grown < 4_000_000, `${grown} bytes`);
  });
});
