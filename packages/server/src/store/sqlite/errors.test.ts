import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { StoreUnavailableError } from "../port/unavailable.ts";
import { describeFailure } from "./errors.ts";

const temporary: readonly (readonly [name: string, errcode: number])[] = [
  ["SQLITE_BUSY", 5],
  ["SQLITE_BUSY_SNAPSHOT", 5 | (2 << 8)],
  ["SQLITE_NOMEM", 7],
  ["SQLITE_READONLY", 8],
  ["SQLITE_IOERR", 10],
  ["SQLITE_IOERR_FSYNC", 10 | (4 << 8)],
  ["SQLITE_FULL", 13],
  ["SQLITE_CANTOPEN", 14],
];

describe("a failure of SQLite", () => {
  for (const [name, errcode] of temporary) {
    it(`${name} is temporary`, () => {
      const cause = Object.assign(new Error(), { errcode });
      const described = describeFailure(cause, true);
      assert.ok(described instanceof StoreUnavailableError);
      assert.equal(described.cause, cause);
    });
  }

  it("SQLITE_ERROR and SQLITE_CONSTRAINT are bugs, and stay what they are", () => {
    for (const errcode of [1, 19]) {
      const bug = Object.assign(new Error(), { errcode });
      assert.equal(describeFailure(bug, true), bug);
    }
  });

  it("is temporary when the store is closed", () => {
    assert.ok(describeFailure(new Error(), false) instanceof StoreUnavailableError);
  });
});
