import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRateLimiter } from "./rate-limiter.ts";

describe("a limit lets so many through in a minute", () => {
  const table: [world: string, at_ms: number[], waits: (number | undefined)[]][] = [
    ["two, and then no more", [0, 1, 2], [undefined, undefined, 60]],
    ["until the minute is over", [0, 1, 59_999, 60_000], [undefined, undefined, 1, undefined]],
    ["counted from the start of the minute", [50_000, 50_001, 50_002], [undefined, undefined, 10]],
    [
      "and who was turned away does not wait longer for it",
      [0, 0, 30_000, 45_000, 60_000],
      [undefined, undefined, 30, 15, undefined],
    ],
  ];
  for (const [world, at_ms, waits] of table) {
    it(world, () => {
      const limit = createRateLimiter({ limit: 2 });
      assert.deepEqual(
        at_ms.map((now_ms) => limit.take("photos", now_ms)),
        waits,
      );
    });
  }

  it("each key counts for itself", () => {
    const limit = createRateLimiter({ limit: 1 });
    assert.equal(limit.take("photos", 0), undefined);
    assert.equal(limit.take("mallory", 0), undefined);
    assert.equal(limit.take("photos", 0), 60);
  });

  it("looking does not count", () => {
    const limit = createRateLimiter({ limit: 1 });
    for (const _ of [1, 2, 3]) assert.equal(limit.check("photos", 0), undefined);
    limit.take("photos", 0);
    assert.equal(limit.check("photos", 0), 60);
    assert.equal(limit.check("photos", 60_000), undefined);
  });

  it("remembers no more keys than it may, and forgets the oldest", () => {
    const limit = createRateLimiter({ limit: 1, max_keys: 2 });
    for (const key of ["a", "b", "c"]) limit.take(key, 0);
    assert.equal(limit.check("a", 0), undefined);
    assert.equal(limit.check("b", 0), 60);
    assert.equal(limit.check("c", 0), 60);
  });
});
