import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { atLineEnds } from "./whole-lines.ts";

describe("lines that several processes write to one pipe", () => {
  it("are written in one piece up to PIPE_BUF bytes", () => {
    assert.deepEqual(atLineEnds("one\ntwo\n"), ["one\ntwo\n"]);
  });

  it("are written in pieces of whole lines beyond that", () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}, ünïcödé\n`);
    const pieces = atLineEnds(lines.join(""));
    assert.equal(pieces.join(""), lines.join(""));
    assert.ok(pieces.length > 1);
    for (const piece of pieces) {
      assert.ok(piece.endsWith("\n") && Buffer.byteLength(piece) <= 4_096);
    }
  });

  it("are never split, however long one is", () => {
    const long = `${"x".repeat(10_000)}\n`;
    assert.deepEqual(atLineEnds(`short\n${long}short\n`), ["short\n", long, "short\n"]);
  });
});
