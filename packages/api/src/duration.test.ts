import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseDuration, parseLifespan } from "./duration.ts";

describe("a duration", () => {
  const rows: readonly (readonly [written: string, seconds: number | undefined])[] = [
    ["1h30m", 5400],
    ["1.5h", 5400],
    ["1h0m0s", 3600],
    ["1.1h", 3960],
    [".5m", 30],
    ["2.s", 2],
    ["30m1h", 5400],
    ["250ms", 0.25],
    ["1.5ms", 0.0015],
    ["8760000h", 31_536_000_000],
    ["1.5", undefined],
    [".h", undefined],
    ["1..5h", undefined],
    ["-1h", undefined],
    ["1h ", undefined],
    ["1d", undefined],
    ["", undefined],
  ];
  for (const [written, expected] of rows) {
    it(`${JSON.stringify(written)} is ${expected} seconds`, () => {
      assert.equal(parseDuration(written), expected);
    });
  }

  it("is a lifespan where it is whole seconds, from one to a thousand years", () => {
    assert.equal(parseLifespan("1.5h"), 5400);
    assert.equal(parseLifespan("8760000h"), 31_536_000_000);
    for (const written of ["0s", "0.5s", "1.5s", "8760001h", "9999999999h", "soon"])
      assert.equal(parseLifespan(written), undefined, written);
  });
});
