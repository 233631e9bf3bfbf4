import assert from "node:assert/strict";
import { test } from "node:test";
import { hashRecoveryCode, RECOVERY_CODE_BYTES, writeRecoveryCode } from "./recovery-codes.ts";

const code = writeRecoveryCode(Buffer.from("0123456789"));

test("a code is four groups of four letters", () => {
  assert.equal(Buffer.from("0123456789").length, RECOVERY_CODE_BYTES);
  assert.match(code, /^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/);
});

test("a code is recognised however it is typed, and for its user alone", () => {
  const stored = hashRecoveryCode(code, "alice-1");
  assert.ok(stored);
  for (const typed of [
    code.toUpperCase(),
    code.replaceAll("-", ""),
    ` ${code.replaceAll("-", " ")} `,
  ])
    assert.equal(hashRecoveryCode(typed, "alice-1"), stored);
  assert.notEqual(hashRecoveryCode(code, "bob-1"), stored);
  assert.ok(!stored.includes(code.replaceAll("-", "")));
});

for (const typed of ["", "123456", `${code}a`, code.slice(1), code.replace(/^./, "0")]) {
  test(`${JSON.stringify(typed)} is no code`, () => {
    assert.equal(hashRecoveryCode(typed, "alice-1"), undefined);
  });
}
