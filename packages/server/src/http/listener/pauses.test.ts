import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { watchForPauses } from "./pauses.ts";

describe("watchForPauses", () => {
  let now = 0;
  const turns: (() => void)[] = [];
  const pauses = watchForPauses(
    () => now,
    (work) => turns.push(work),
  );
  after(() => pauses.stop());
  const heldAt = (at: number): number => {
    now = at;
    return pauses.heldFor();
  };
  const turn = (): void => {
    for (const work of turns.splice(0)) work();
  };

  it("holds nothing while the process shows signs of life", () => {
    for (let at = 0; at <= 5_000; at += 900) assert.equal(heldAt(at), 0);
    assert.equal(turns.length, 0);
  });

  it("counts from the last sign of life before a pause, until what arrived in it was read", () => {
    assert.equal(heldAt(20_000), 20_000 - 4_500);
    for (const at of [20_001, 20_002, 20_003]) {
      turn();
      assert.equal(heldAt(at), at - 4_500);
    }
    turn();
    assert.equal(heldAt(20_004), 0);
  });

  it("knows the newer one of two pauses", () => {
    assert.equal(heldAt(30_004), 10_000);
    turn();
    assert.equal(heldAt(32_004), 2_000);
    for (let count = 0; count < 3; count += 1) turn();
    assert.equal(heldAt(32_005), 2_001);
    turn();
    assert.equal(heldAt(32_006), 0);
  });
});
