import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleForm } from "./example-form.ts";
import { verifyNotRepeated } from "./form-fields.ts";

describe("RFC 6749 §3.2: a parameter comes once", () => {
  it("a form of single parameters is fine", () => {
    assert.equal(
      verifyNotRepeated(exampleForm({ scope: "openid", audience: ["a", "b"] })).ok,
      true,
    );
  });

  it("a form that says two things at once is refused by name", () => {
    assert.deepEqual(verifyNotRepeated(exampleForm({ scope: ["openid", "admin"] })), {
      ok: false,
      error: {
        error: "invalid_request",
        error_description: "The parameter scope may be sent only once.",
      },
    });
  });
});
