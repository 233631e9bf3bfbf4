import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRateLimiter } from "./rate-limiter.ts";
import { createWorkspaceLimits } from "../workspace/workspace-limits.ts";
import { ids } from "../workspace/example-workspace.ts";

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

describe("the limits of the workspace API", () => {
  const start = () => createWorkspaceLimits({ per_client: 2, per_address: 4, failures: 2 });
  const reasonOf = (verdict: ReturnType<ReturnType<typeof start>["admitClient"]>) =>
    verdict.ok ? "ok" : verdict.error.additional_data?.["rate_limit_reason"];

  it("an integration may ask so often, from wherever", () => {
    const limits = start();
    assert.equal(reasonOf(limits.admitClient(ids.photos_client, 0)), "ok");
    assert.equal(reasonOf(limits.admitClient(ids.photos_client, 0)), "ok");
    const third = limits.admitClient(ids.photos_client, 0);
    assert.equal(reasonOf(third), "public_api_request_rate_limit");
    assert.equal(third.ok ? undefined : third.error.retry_after, 60);
    assert.equal(reasonOf(limits.admitClient(ids.kitchen, 0)), "ok");
  });

  it("an address may ask so often, whoever it says it is", () => {
    const limits = start();
    for (const client_id of [ids.photos_client, "mallory", undefined, "m"]) {
      assert.equal(reasonOf(limits.admit("192.0.2.1", client_id, 0)), "ok");
    }
    const fifth = limits.admit("192.0.2.1", ids.photos_client, 0);
    assert.equal(reasonOf(fifth), "public_api_endpoint_rate_limit");
    assert.equal(reasonOf(limits.admit("192.0.2.2", ids.photos_client, 0)), "ok");
  });

  it("who guesses secrets is turned away, and the integration elsewhere is not", () => {
    const limits = start();
    limits.countFailure("192.0.2.1", ids.photos_client, 0);
    assert.equal(reasonOf(limits.admit("192.0.2.1", ids.photos_client, 0)), "ok");
    limits.countFailure("192.0.2.1", ids.photos_client, 0);
    const blocked = limits.admit("192.0.2.1", ids.photos_client, 0);
    assert.equal(reasonOf(blocked), "public_api_request_blocked");
    assert.equal(reasonOf(limits.admit("192.0.2.2", ids.photos_client, 0)), "ok");
    assert.equal(reasonOf(limits.admit("192.0.2.1", ids.kitchen, 0)), "ok");
    assert.equal(reasonOf(limits.admit("192.0.2.1", ids.photos_client, 60_000)), "ok");
  });

  it("names that cannot be ours are one stranger", () => {
    const limits = start();
    limits.countFailure("192.0.2.1", "a".repeat(10_000), 0);
    limits.countFailure("192.0.2.1", "b".repeat(10_000), 0);
    assert.equal(reasonOf(limits.admit("192.0.2.1", "c", 0)), "public_api_request_blocked");
  });
});
