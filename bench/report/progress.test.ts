import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { renderBar } from "./progress.ts";

describe("a progress bar", () => {
  it("is as full as the work is done", () => {
    assert.equal(
      renderBar("tokens", 500, 1_000),
      `tokens  ${"━".repeat(15)}${"─".repeat(15)}  500 of 1,000`,
    );
  });
  it("is never fuller than full", () => {
    assert.ok(renderBar("tokens", 2_000, 1_000).includes("━".repeat(30)));
    assert.ok(!renderBar("tokens", 2_000, 1_000).includes("━".repeat(31)));
  });
  it("of nothing is full", () => assert.ok(renderBar("tokens", 0, 0).includes("━".repeat(30))));
});
