import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleForm } from "./example-form.ts";
import { repeatedParameter, verifyNotRepeated } from "./form-fields.ts";

describe("RFC 6749 §3.2: a parameter must not be repeated", () => {
  const table: [
    string,
    Readonly<Record<string, string | readonly string[]>>,
    string | undefined,
  ][] = [
    ["single parameters", { scope: "openid", state: "a" }, undefined],
    ["lists", { scope: ["a", "b"], audience: ["a", "b"], resource: ["a", "b"] }, undefined],
    ["unknown parameters", { utm: ["a", "b"], constructor: ["a", "b"] }, undefined],
    ["an empty value beside another", { state: ["", "a"] }, undefined],
    ["a parameter that counts", { utm: ["a", "b"], state: ["a", "a"] }, "state"],
    ["a parameter of an extension", { dpop_jkt: ["a", "b"] }, "dpop_jkt"],
  ];
  for (const [name, fields, expected] of table) {
    it(`${name}: ${expected ?? "fine"}`, () =>
      assert.equal(repeatedParameter(exampleForm(fields)), expected));
  }

  it("the error names the parameter", () => {
    assert.deepEqual(verifyNotRepeated(exampleForm({ grant_type: ["a", "b"] })), {
      ok: false,
      error: {
        error: "invalid_request",
        error_description: "Send the parameter grant_type only once.",
      },
    });
  });
});
