import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { normalizeUsername, readUsername } from "./username.ts";

/** What is typed, and the username of the account; undefined where it cannot be one. */
const rows: [typed: string, username: string | undefined][] = [
  ["alice", "alice"],
  [" Alice ", "alice"],
  ["Alice Liddell", "alice liddell"],
  ["Zoe\u0308@Wonderland.Example", "zoë@wonderland.example"],
  ["\u212aelvin", "kelvin"],
  ["o'brien+tea@wonderland.example", "o'brien+tea@wonderland.example"],
  ["DOMAIN\\alice", "domain\\alice"],
  ["Алиса", "алиса"],
  ["alice@пример.рф", "alice@пример.рф"],
  ["山田taro", "山田taro"],
  ["علي", "علي"],
  ["", undefined],
  [" ", undefined],
  ["alice  liddell", undefined],
  ["alice\u00a0liddell", undefined],
  ["аlice", undefined], // with a Cyrillic first letter
  ["аlice@wonderland.example", undefined],
  ["ali\u200bce", undefined],
  ["ali\u00adce", undefined],
  ["alice\u3164", undefined],
  ["alice\u2800", undefined],
  ["\u202eecila", undefined],
  ["alice\u001b[2J", undefined],
  ["ａｌｉｃｅ", undefined],
  ["ﬁona", undefined],
  ["alice®", undefined],
  ["alice’s", undefined],
  ["\u0301alice", undefined],
  [`a${"\u0323".repeat(60)}`, undefined],
  ["x".repeat(255), "x".repeat(255)],
  ["x".repeat(256), undefined],
];

describe("the username of a new account", () => {
  for (const [typed, username] of rows)
    it(`${JSON.stringify(typed).slice(0, 40)} → ${username?.slice(0, 40)}`, () =>
      assert.equal(readUsername(typed), username));
});

it("what is made is found again: the form of a form is the same", () => {
  for (let code = 0x20; code <= 0x2_ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    for (const typed of [letter, `${letter}\u0301`, `Σ${letter}`, `${letter}\u0307\u0323`]) {
      const once = normalizeUsername(typed);
      if (normalizeUsername(once) !== once) assert.fail(JSON.stringify(typed));
    }
  }
});
