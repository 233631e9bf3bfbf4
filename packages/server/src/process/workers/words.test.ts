import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { errorOf, reasonsOf } from "./exit-reasons.ts";
import { atLineEnds } from "./whole-lines.ts";

describe("why a worker cannot start", () => {
  it("is the same on the other side, causes and all", () => {
    const error = new Error("The port is taken.", {
      cause: new Error("listen EADDRINUSE", { cause: "a reason that is no error" }),
    });
    const travelled = errorOf(reasonsOf(error));
    assert.equal(travelled.message, "The port is taken.");
    assert.ok(travelled.cause instanceof Error && travelled.cause.cause instanceof Error);
    assert.equal(travelled.cause.message, "listen EADDRINUSE");
    assert.match(travelled.cause.cause.message, /a reason that is no error/);
  });

  it("is said even if nothing was", () => {
    assert.equal(errorOf([]).message, "It did not say why.");
  });
});

describe("lines that several processes write to one pipe", () => {
  it("go in one piece while they are few", () => {
    assert.deepEqual(atLineEnds("one\ntwo\n"), ["one\ntwo\n"]);
  });

  it("go in pieces of whole lines when they are many", () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}, ünïcödé\n`);
    const pieces = atLineEnds(lines.join(""));
    assert.equal(pieces.join(""), lines.join(""));
    assert.ok(pieces.length > 1);
    for (const piece of pieces) {
      assert.ok(piece.endsWith("\n") && Buffer.byteLength(piece) <= 4_096);
    }
  });

  it("are never cut, however long one is", () => {
    const long = `${"x".repeat(10_000)}\n`;
    assert.deepEqual(atLineEnds(`short\n${long}short\n`), ["short\n", long, "short\n"]);
  });
});
