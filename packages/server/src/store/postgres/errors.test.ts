import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { StoreUnavailableError } from "../port/unavailable.ts";
import { ConnectionLostError } from "./connection.ts";
import { describeFailure, isRepeatable } from "./errors.ts";

const temporary: Readonly<Record<string, string>> = {
  "08006": "the connection failed",
  "25006": "the server takes no writes",
  "40001": "the transaction conflicted with another one",
  "40P01": "a deadlock",
  "53100": "the disk is full",
  "53200": "out of memory",
  "53300": "too many connections",
  "55P03": "a lock was not available",
  "57014": "the statement timeout",
  "57P01": "the server shuts down",
  "57P03": "the server starts",
  "58030": "an error of the disk",
};

describe("a failure of PostgreSQL", () => {
  for (const [code, what] of Object.entries(temporary)) {
    it(`${code}, ${what}, is temporary`, () => {
      const cause = Object.assign(new Error(), { code });
      const described = describeFailure(cause);
      assert.ok(described instanceof StoreUnavailableError);
      assert.equal(described.cause, cause);
    });
  }

  it("of a node of a distributed database is temporary, and worth another try", () => {
    const message = "failure on connection marked as essential: worker-2:5432";
    const away = Object.assign(new Error(message), { code: "XX000" });
    assert.ok(describeFailure(away) instanceof StoreUnavailableError);
    assert.ok(isRepeatable(away));
    const bug = Object.assign(new Error("cache lookup failed"), { code: "XX000" });
    assert.equal(describeFailure(bug), bug);
  });

  it("of the connection is temporary", () => {
    const lost = new ConnectionLostError("The connection was lost.", false);
    assert.ok(describeFailure(lost) instanceof StoreUnavailableError);
  });

  for (const code of ["23505", "42601", "42P01", "22021"]) {
    it(`${code} is a bug, and stays what it is`, () => {
      const bug = Object.assign(new Error(), { code });
      assert.equal(describeFailure(bug), bug);
    });
  }
});
