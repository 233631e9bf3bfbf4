import assert from "node:assert/strict";
import { it } from "node:test";
import {
  arrivals,
  randomFrom,
  simulateBatches,
  simulateQueue,
  costOfStatement,
  simulateShards,
  simulateWorkers,
  simulateWindows,
} from "./simulate.ts";

/** Fails unless a value is within a share of what arithmetic says. */
function assertNear(value: number, expected: number, share: number): void {
  const apart = Math.abs(value - expected) / expected;
  assert.ok(apart <= share, `${value} is ${(apart * 100).toFixed(1)} % from ${expected}`);
}

it("a seed makes the same numbers again, evenly spread", () => {
  const [one, other] = [randomFrom(1), randomFrom(1)];
  const numbers = Array.from({ length: 10_000 }, one);
  assert.deepEqual(numbers, Array.from({ length: 10_000 }, other));
  assertNear(numbers.reduce((sum, number) => sum + number, 0) / 10_000, 0.5, 0.02);
});

it("as many arrive as the rate says", () => {
  assertNear(arrivals(100, 100, randomFrom(2)).length, 10_000, 0.03);
});

it("live tokens are the rate times the lifetime, and windows hold half to one of themselves more", () => {
  const plan = { rate: 50, lifetime_s: 400, window_s: 40 };
  const { live, stored } = simulateWindows(plan, randomFrom(3));
  assertNear(live, 50 * 400, 0.03);
  assertNear(stored, 50 * (400 + 40), 0.03);
});

it("a batch has the rows that arrive during a commit", () => {
  const busy = simulateBatches({ rate: 8_000, commit_ms: 4, seconds: 10 }, randomFrom(4));
  assertNear(busy.rows_in_a_batch, 8_000 * 0.004, 0.03);
  assertNear(busy.batches_per_second, 250, 0.03);
  assertNear(busy.mean_wait_ms, 6, 0.05); // Half a commit until the next one begins, and that one.
  assert.ok(busy.p99_wait_ms <= 8, `${busy.p99_wait_ms}`);
  const quiet = simulateBatches({ rate: 1, commit_ms: 4, seconds: 1_000 }, randomFrom(5));
  assertNear(quiet.rows_in_a_batch, 1, 0.02);
});

it("the mean wait for a core is that of Pollaczek and Khinchine", () => {
  for (const utilisation of [0.3, 0.5, 0.8]) {
    const { mean } = simulateQueue({ utilisation, requests: 400_000 }, randomFrom(6));
    assertNear(mean, utilisation / (2 * (1 - utilisation)), 0.05);
  }
});

it("statements of one part grow with the workers, and those of all parts cost as many as there are", () => {
  const growth = (workers: number, asks_all: number): number =>
    simulateWorkers({ statements: 400_000, workers, shards: 32, asks_all }, randomFrom(8));
  for (const workers of [2, 4, 8, 16]) {
    assertNear(growth(workers, 0), workers, 0.02);
    assertNear(growth(workers, 0.05), workers, 0.02);
  }
  assert.equal(costOfStatement({ shards: 32, asks_all: 0 }), 1);
  assertNear(costOfStatement({ shards: 32, asks_all: 0.05 }), 2.55, 0.001);
});

it("rows spread evenly over workers, when each has as many shards", () => {
  const fullest = (workers: number): number =>
    simulateShards({ rows: 1_000_000, shards: 32, workers }, randomFrom(7));
  assertNear(fullest(8), 1, 0.01);
  assertNear(fullest(10), 4 / 3.2, 0.01); // 32 shards on ten workers: two of them have four.
});
