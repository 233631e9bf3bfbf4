import assert from "node:assert/strict";
import { test } from "node:test";
import { commonPasswords } from "./common-passwords.ts";
import { judgePassword } from "./password.ts";

const alice = {
  username: "alice",
  profile: { name: "Alice Liddell", email: "alice@wonderland.example" },
};

const cases: [string, ReturnType<typeof judgePassword>][] = [
  ["", "too_short"],
  ["1234567", "too_short"],
  ["x".repeat(1_025), "too_long"],
  ["password", "common"],
  ["PassWord", "common"],
  ["password123!!", "common"],
  ["ｐａｓｓｗｏｒｄ", "common"],
  ["aaaaaaaaaaaa", "common"],
  ["abababababab", "common"],
  ["alice123", "personal"],
  ["AliceLiddell", "personal"],
  ["alice@wonderland.example", "personal"],
  ["tea with alice at noon", undefined],
  ["down the rabbit hole", undefined],
  ["пароль из слов", undefined],
  ["x".repeat(7) + "yz1v", undefined],
];

for (const [password, expected] of cases) {
  const shown = password.length > 40 ? `${password.length} characters` : JSON.stringify(password);
  test(`${shown} is ${expected ?? "accepted"}`, () => {
    assert.equal(judgePassword(password, alice), expected);
  });
}

test("the list has passwords that are long enough, in lower case", () => {
  assert.ok(commonPasswords.size > 300);
  for (const one of commonPasswords) {
    assert.ok(one.length >= 8 && one === one.toLowerCase(), one);
  }
});
