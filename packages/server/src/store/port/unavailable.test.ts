import assert from "node:assert/strict";
import { it } from "node:test";
import { isTransient, StoreUnavailableError } from "./unavailable.ts";

it("a temporary failure is recognised anywhere in the chain of causes", () => {
  const cause = new StoreUnavailableError("The database does not answer.");
  assert.equal(isTransient(cause), true);
  assert.equal(isTransient(new Error("A grant could not be used up.", { cause })), true);
  assert.equal(
    isTransient(new Error("A bug.", { cause: new TypeError("x is not a function") })),
    false,
  );
  assert.equal(isTransient("The database does not answer."), false);
});
