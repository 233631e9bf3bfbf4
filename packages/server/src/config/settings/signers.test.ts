import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { show } from "../kinds.ts";
import { signerSettings } from "./signers.ts";

const { kind } = signerSettings.signers;

describe("the setting signers", () => {
  it("reads maps of YAML, and JSON as text", () => {
    const options = new Map<string, unknown>([
      ["library", "/usr/lib/module.so"],
      ["nested", new Map([["pin", 1]])],
    ]);
    const entry = new Map<string, unknown>([
      ["module", "@latchkey/pkcs11"],
      ["timeout", "500ms"],
      ["options", options],
    ]);
    const parsed = kind.parse(new Map([["hsm", entry]]));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.get("hsm"), {
      module: "@latchkey/pkcs11",
      timeout: 0.5,
      options: { library: "/usr/lib/module.so", nested: { pin: 1 } },
    });
    const text = kind.parse('{"hsm": {"module": "./kms.ts"}}');
    assert.ok(text.ok);
    assert.deepEqual(text.value.get("hsm"), { module: "./kms.ts", timeout: 5, options: {} });
  });

  it("shows no value of the options, because they may be secrets", () => {
    const parsed = kind.parse({ kms: { module: "./kms.ts", options: { api_key: "hunter2" } } });
    assert.ok(parsed.ok);
    assert.deepEqual(show(kind, parsed.value), {
      kms: { module: "./kms.ts", timeout: "5000ms", options: { api_key: "********" } },
    });
  });

  for (const [what, value, message] of [
    ["a list", [], /must be a map/],
    ["an entry that is text", { hsm: "@latchkey/pkcs11" }, /must be a map/],
    ["an entry without a module", { hsm: {} }, /must have a module/],
    ["an unknown field", { hsm: { module: "x", pin: "hunter2" } }, /has "pin"/],
    ["a timeout without a unit", { hsm: { module: "x", timeout: 5 } }, /timeout/],
    ["options that are text", { hsm: { module: "x", options: "hunter2" } }, /options/],
  ] as const)
    it(`refuses ${what}, and quotes none of it`, () => {
      const parsed = kind.parse(value);
      assert.ok(!parsed.ok);
      assert.match(parsed.error, message);
      assert.doesNotMatch(parsed.error, /hunter2/);
    });
});
