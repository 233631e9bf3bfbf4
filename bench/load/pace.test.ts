import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { runAtConstantRate } from "./pace.ts";

describe("a load at a constant rate", () => {
  it("runs rate × time iterations and records those after the lead-in", async () => {
    let iterations = 0;
    const user = async (): Promise<void> => void (iterations += 1);
    const pacing = { rate: 1_000, seconds: 0.05, lead_in_s: 0.02 };
    const { latencies, delays } = await runAtConstantRate([user, user], pacing);
    assert.equal(iterations, 70);
    assert.deepEqual([latencies.length, delays.length], [50, 50]);
  });

  it("does not wait for a stalled server, and counts the queueing time", async () => {
    const stalled = Promise.withResolvers<void>();
    let iterations = 0;
    const user = async (): Promise<void> => {
      iterations += 1;
      if (iterations === 1) await stalled.promise;
    };
    const running = runAtConstantRate([user], { rate: 1_000, seconds: 0.02, lead_in_s: 0 });
    await pause(100); // All twenty are due by now.
    assert.equal(iterations, 1);
    stalled.resolve();
    const { latencies } = await running;
    assert.equal(latencies.length, 20);
    assert.ok(Math.min(...latencies) > 50, "a queued iteration lost its waiting time");
  });

  it("ends with the first iteration that fails", async () => {
    const user = async (): Promise<void> => {
      throw new Error("A wrong answer.");
    };
    const pacing = { rate: 1_000, seconds: 60, lead_in_s: 0 };
    await assert.rejects(runAtConstantRate([user], pacing), /A wrong answer/);
  });
});
