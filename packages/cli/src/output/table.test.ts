import assert from "node:assert/strict";
import { it } from "node:test";

import { columns } from "./table.ts";

it("columns are as wide as their widest cell, and lines have no tail", () => {
  const text = columns([
    ["public", "http://127.0.0.1:4444", ""],
    ["a", "b", "c"],
  ]);
  assert.equal(text, "  public  http://127.0.0.1:4444\n  a       b                      c\n");
});

it("no rows are no text", () => {
  assert.equal(columns([]), "");
});

it("wide letters and emoji are given the room they take", () => {
  const text = columns([
    ["光", "a"],
    ["🐇🐇", "b"],
    ["e\u0301", "c"],
  ]);
  assert.equal(text, "  光    a\n  🐇🐇  b\n  e\u0301     c\n");
});

it("what mallory wrote cannot command the terminal", () => {
  const name = "Photos\u001b[2J\u001b]0;pwned\u0007\r\nadmin\u202e";
  assert.equal(columns([[name]]), "  Photos\ufffd[2J\ufffd]0;pwned\ufffd\ufffd admin\ufffd\n");
});
