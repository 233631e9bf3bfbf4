import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  hasMixedWord,
  isPlainText,
  isPlainTextInLines,
  mixesScripts,
  replaceHidden,
} from "./plain-text.ts";

/** A text, and what it is without what is hidden; the same where nothing is. */
const texts: [text: string, shown: string][] = [
  ["Alice Liddell", "Alice Liddell"],
  ["Zoë", "Zoë"],
  ["Zoe\u0308", "Zoe\u0308"],
  ["支払い 4711", "支払い 4711"],
  ["Überweisung 4711 ✓", "Überweisung 4711 ✓"],
  ["❤️ 👩‍👩‍👧 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣", "❤️ 👩‍👩‍👧 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣"],
  ["علی‌رضا", "علی‌رضا"],
  ["क्‍ष", "क्‍ष"],
  ["Nguyễn Thị".normalize("NFD"), "Nguyễn Thị".normalize("NFD")],
  ["שִׁ֫לֹו", "שִׁ֫לֹו"],
  ["Photos\u001b[2J", "Photos?[2J"],
  ["two\nlines", "two?lines"],
  ["two\u2028lines", "two?lines"],
  ["nul\0", "nul?"],
  ["\u202eecilA", "?ecilA"],
  ["\u2066a\u2069", "?a?"],
  ["ali\u200bce", "ali?ce"],
  ["ali\u200dce", "ali?ce"],
  ["ali\u00adce", "ali?ce"],
  ["ali\ufeffce", "ali?ce"],
  ["ali\u{e0041}ce", "ali?ce"],
  ["ali\u3164ce", "ali?ce"],
  ["alice\ufe0f", "alice?"],
  ["half a pair \ud83d", "half a pair ?"],
  [`a${"\u0301".repeat(4)}`, `a${"\u0301".repeat(4)}`],
  [`a${"\u0301".repeat(60)}`, `a${"\u0301".repeat(4)}?`],
];

describe("plain text", () => {
  for (const [text, shown] of texts) {
    it(`${JSON.stringify(text).slice(0, 40)} is ${shown === text ? "" : "not "}plain`, () => {
      assert.equal(isPlainText(text), shown === text);
      assert.equal(
        replaceHidden(text, () => "?"),
        shown,
      );
    });
  }

  for (const blank of [
    "",
    " ",
    "\u00a0\u3000",
    "\u2800\u2800",
    "\u3164",
    "\u115f\u1160",
    "\u0301",
  ]) {
    it(`${JSON.stringify(blank)} shows nothing`, () => assert.equal(isPlainText(blank), false));
  }

  it("may have lines where there is room for them", () => {
    assert.equal(isPlainTextInLines("Rabbit hole 1\r\nWonderland"), true);
    assert.equal(isPlainTextInLines("Rabbit hole 1\u2028Wonderland"), false);
    assert.equal(isPlainTextInLines("\n"), false);
  });
});

/** A word, and whether it mixes scripts. */
const words: [word: string, mixed: boolean][] = [
  ["alice", false],
  ["zoë-2", false],
  ["алиса", false],
  ["аlice", true], // with a Cyrillic first letter
  ["αlice", true],
  ["αлиса", true],
  ["山田taro", false],
  ["トム3", false],
  ["김철수kim", false],
  ["山田김", false],
  ["ㄅ山a", false],
  ["山алиса", true],
  ["ᎪᏞ", false],
  ["Ꭺlice", true],
  ["علي", false],
  ["علیali", true],
];

describe("a word of mixed scripts", () => {
  for (const [word, mixed] of words)
    it(`${word} → ${mixed}`, () => assert.equal(mixesScripts(word), mixed));

  it("is looked for in each word of a name", () => {
    assert.equal(hasMixedWord("Николай (Nikolai) 2"), false);
    assert.equal(hasMixedWord("Алиса Liddеll"), true);
  });
});
