import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { watchForPauses } from "./pauses.ts";

describe("watchForPauses", () => {
  let now = 0;
  const pauses = watchForPauses(() => now);
  after(() => pauses.stop());
  const heldAt = (at: number): number => {
    now = at;
    return pauses.heldFor();
  };

  it("holds nothing while the process shows signs of life", () => {
    for (let at = 0; at <= 5_000; at += 900) assert.equal(heldAt(at), 0);
  });

  it("counts from the last sign of life before a pause, until what arrived in it was read", () => {
    assert.equal(heldAt(20_000), 20_000 - 4_500);
    assert.equal(heldAt(20_999), 20_999 - 4_500);
    assert.equal(heldAt(21_000), 0);
  });

  it("knows the newer one of two pauses", () => {
    assert.equal(heldAt(30_000), 9_000);
    assert.equal(heldAt(32_000), 2_000);
  });
});
