import assert from "node:assert/strict";
import { test } from "node:test";
import { readChosenUsername, readName } from "./new-user.ts";

const usernames: [string, string | undefined][] = [
  ["alice", "alice"],
  [" Alice ", "alice"],
  ["alice.liddell-2_b", "alice.liddell-2_b"],
  ["Zoë", "zoë"],
  ["ａｌｉｃｅ", "alice"],
  ["アリス", "アリス"],
  ["a", undefined],
  ["", undefined],
  ["alice@wonderland.example", undefined],
  ["alice＠wonderland.example", undefined],
  ["alice liddell", undefined],
  ["alice..liddell", undefined],
  [".alice", undefined],
  ["alice-", undefined],
  ["alice\u202e", undefined],
  ["аlice", undefined], // with a Cyrillic first letter
  ["alice\u3164", undefined],
  ["../admin", undefined],
  ["x".repeat(64), "x".repeat(64)],
  ["x".repeat(65), undefined],
];

for (const [typed, expected] of usernames) {
  const shown = typed.length > 40 ? `${typed.length} letters` : JSON.stringify(typed);
  test(`the username ${shown} is ${expected === undefined ? "refused" : "accepted"}`, () => {
    assert.equal(readChosenUsername(typed), expected);
  });
}

const names: [string, string | undefined][] = [
  ["Николай (Nikolai)", "Николай (Nikolai)"],
  ["Алиса Liddеll", undefined],
  ["\u3164\u2800", undefined],
  ["Alice Liddell", "Alice Liddell"],
  ["  Alice\n\t Liddell ", "Alice Liddell"],
  ["\u202eecilA", "ecilA"],
  [" \u200b ", undefined],
  ["x".repeat(255), "x".repeat(255)],
  ["x".repeat(256), undefined],
];

for (const [typed, expected] of names) {
  const shown = typed.length > 40 ? `${typed.length} letters` : JSON.stringify(typed);
  test(`the name ${shown} is ${expected === undefined ? "refused" : "accepted"}`, () => {
    const read = readName(typed);
    assert.equal(read.ok ? read.value : undefined, expected);
  });
}
