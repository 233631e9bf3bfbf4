import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { takeTurnsAtPace } from "./pace.ts";

describe("a load at a constant rate", () => {
  it("takes as many turns as the time holds, and notes those after the lead-in", async () => {
    let turns = 0;
    const person = async (): Promise<void> => void (turns += 1);
    const pacing = { rate: 1_000, seconds: 0.05, lead_in_s: 0.02 };
    const { latencies, delays } = await takeTurnsAtPace([person, person], pacing);
    assert.equal(turns, 70);
    assert.deepEqual([latencies.length, delays.length], [50, 50]);
  });

  it("does not wait for a server that stalls, and counts the wait of those behind it", async () => {
    const stalled = Promise.withResolvers<void>();
    let turns = 0;
    const person = async (): Promise<void> => {
      turns += 1;
      if (turns === 1) await stalled.promise;
    };
    const running = takeTurnsAtPace([person], { rate: 1_000, seconds: 0.02, lead_in_s: 0 });
    await pause(100); // All twenty are due by now.
    assert.equal(turns, 1);
    stalled.resolve();
    const { latencies } = await running;
    assert.equal(latencies.length, 20);
    assert.ok(Math.min(...latencies) > 50, "somebody's wait was forgotten");
  });

  it("ends with the first turn that goes wrong", async () => {
    const person = async (): Promise<void> => {
      throw new Error("A wrong answer.");
    };
    const pacing = { rate: 1_000, seconds: 60, lead_in_s: 0 };
    await assert.rejects(takeTurnsAtPace([person], pacing), /A wrong answer/);
  });
});
