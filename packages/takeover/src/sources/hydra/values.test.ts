import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Cell } from "../databases/database.ts";
import { flag, lifespan, list, milliseconds, object, text } from "./values.ts";

describe("values of Ory Hydra's columns", () => {
  const times: [cell: Cell, expected: string | undefined][] = [
    ["2026-11-16 09:43:16.92887513+00:00", "2026-11-16T09:43:16.928Z"],
    ["2026-11-16 09:43:16+00:00", "2026-11-16T09:43:16.000Z"],
    ["2026-11-16 09:43:16", "2026-11-16T09:43:16.000Z"],
    ["2026-11-16T09:43:16.5Z", "2026-11-16T09:43:16.500Z"],
    ["2026-11-16 09:43:16.000001+02", "2026-11-16T07:43:16.000Z"],
    ["2026-11-16 09:43:16 +0000 UTC", "2026-11-16T09:43:16.000Z"],
    ["0001-01-01T00:00:00Z", undefined],
    ["soon", undefined],
    [null, undefined],
  ];
  for (const [cell, expected] of times) {
    it(`the time ${JSON.stringify(cell)} is ${expected ?? "none"}`, () => {
      const at = milliseconds(cell);
      assert.equal(at === undefined ? undefined : new Date(at).toISOString(), expected);
    });
  }

  const lists: [cell: Cell, expected: string[]][] = [
    ["", []],
    [null, []],
    ["null", []],
    ["[]", []],
    ["openid|offline", ["openid", "offline"]],
    ['["openid","a|b"]', ["openid", "a|b"]],
    ["[not json|b", ["[not json", "b"]],
    [Buffer.from("openid"), ["openid"]],
  ];
  for (const [cell, expected] of lists) {
    it(`the list ${String(cell)} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(list(cell), expected);
    });
  }

  const lifespans: [nanoseconds: Cell, expected: string | undefined][] = [
    [630_720_000_000_000_000n, "175200h0m0s"],
    ["9007199254740993000000000", "2501999792983h36m33s"],
    [5_400_000_000_000, "1h30m0s"],
    [90_000_000_000, "1m30s"],
    [2_000_000_000, "2s"],
    [500_000_000, "1s"],
    [1_500_000_000, "2s"],
    [0, "1s"],
    [null, undefined],
    [-1, undefined],
  ];
  for (const [nanoseconds, expected] of lifespans) {
    it(`${String(nanoseconds)} ns is ${expected ?? "no lifespan"}`, () => {
      assert.equal(lifespan(nanoseconds), expected);
    });
  }

  it("reads booleans of each database", () => {
    assert.deepEqual([true, 1, 1n, "1", "t"].map(flag), [true, true, true, true, true]);
    assert.deepEqual([false, 0, 0n, "0", null].map(flag), [false, false, false, false, false]);
  });

  it("reads text and JSON that is stored as bytes", () => {
    assert.equal(text(Buffer.from("ü")), "ü");
    assert.deepEqual(object(Buffer.from('{"a":1}')), { a: 1 });
    assert.deepEqual(object("[1]"), {});
  });
});
