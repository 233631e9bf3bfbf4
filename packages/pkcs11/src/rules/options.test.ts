import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readOptions } from "./options.ts";

const library = "/usr/lib/softhsm/libsofthsm2.so";
const least = { library, token_label: "latchkey", pin_file: "/run/secrets/pin" };

describe("the options of a signer", () => {
  it("name the module, the token and where the PIN is", () => {
    assert.deepEqual(readOptions(least), {
      token: { library, token_label: "latchkey", token_serial: undefined },
      pin: { file: "/run/secrets/pin" },
      sessions: 4,
      hang_timeout_ms: 10_000,
    });
    const { token, pin } = readOptions({ library, token_serial: "7", pin_variable: "HSM_PIN" });
    assert.deepEqual([token.token_serial, pin], ["7", { variable: "HSM_PIN" }]);
  });

  for (const [what, options, message] of [
    ["no module", { token_label: "latchkey", pin_file: "pin" }, /library must be/],
    ["a relative module", { ...least, library: "module.so" }, /absolute path/],
    ["no token", { library, pin_file: "pin" }, /token_label or token_serial/],
    ["no PIN", { library, token_label: "latchkey" }, /pin_file/],
    ["two places of the PIN", { ...least, pin_variable: "PIN" }, /pin_file/],
    ["the PIN itself", { ...least, pin: "hunter2" }, /"pin" is no option/],
    ["a PIN that YAML reads as a number", { ...least, pin_file: 1234 }, /pin_file must be text/],
    ["no sessions", { ...least, sessions: 0 }, /sessions must be a whole number from 1 to 64/],
    ["a time that is text", { ...least, hang_timeout_ms: "10s" }, /hang_timeout_ms must be/],
  ] as const)
    it(`are refused with ${what}, and the sentence quotes none of them`, () => {
      assert.throws(
        () => readOptions(options),
        (error: unknown) => {
          assert.ok(error instanceof Error);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /hunter2|1234/);
          return true;
        },
      );
    });
});
