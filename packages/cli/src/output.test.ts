import assert from "node:assert/strict";
import { it } from "node:test";

import { columns } from "./output.ts";

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
