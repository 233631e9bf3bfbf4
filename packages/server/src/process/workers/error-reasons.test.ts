import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { errorOf, reasonsOf } from "./error-reasons.ts";

describe("the error of a worker that cannot start", () => {
  it("is restored in the primary with its causes", () => {
    const error = new Error("The port is taken.", {
      cause: new Error("listen EADDRINUSE", { cause: "a reason that is no error" }),
    });
    const restored = errorOf(reasonsOf(error));
    assert.equal(restored.message, "The port is taken.");
    assert.ok(restored.cause instanceof Error && restored.cause.cause instanceof Error);
    assert.equal(restored.cause.message, "listen EADDRINUSE");
    assert.match(restored.cause.cause.message, /a reason that is no error/);
  });

  it("has a message even if no reason was sent", () => {
    assert.equal(errorOf([]).message, "No reason was given.");
  });
});
