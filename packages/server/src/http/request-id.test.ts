import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { requestIdOf } from "./request-id.ts";

describe("the id of a request", () => {
  for (const id of ["a", "7f.3_B-9", "x".repeat(128)]) {
    it(`stays ${id.slice(0, 9)} when the caller brought it`, () =>
      assert.equal(requestIdOf(id), id));
  }

  const replaced = [undefined, "", "x".repeat(129), "a b", "a\nlevel=error", "a, b", "é"];
  for (const id of replaced) {
    it(`is a new one instead of ${JSON.stringify(id?.slice(0, 9))}`, () => {
      assert.match(requestIdOf(id), /^[0-9a-f-]{36}$/);
    });
  }
});
