import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createHashLanes, laneOf } from "./hash-lanes.ts";
import { HashQueueError } from "./hash-queue.ts";

const OWN = "argon2id:m=19456,t=2,p=1:c2FsdA:aGFzaA";
const BCRYPT_10 = `$2b$10$${"a".repeat(53)}`;
const BCRYPT_13 = `$2b$13$${"a".repeat(53)}`;
/** What a version without a limit of the product stored. */
const COSTLY = `$argon2id$v=19$m=1048576,t=64,p=1$c2FsdHNhbHQ$${"A".repeat(43)}`;

/** Lanes whose timers the test fires, and the limits that were reached. */
function openLanes() {
  const timers = new Set<() => void>();
  const hits: string[] = [];
  const lanes = createHashLanes(
    { concurrency: 1, queue_length: 100, queue_length_per_caller: 16, longest_wait_ms: 5_000 },
    {
      onLimit: (limit) => hits.push(limit),
      schedule(_ms, callback) {
        timers.add(callback);
        return () => timers.delete(callback);
      },
    },
  );
  return { lanes, timers, hits };
}

const caller = (name: string) => ({ address: "192.0.2.1", name });

it("a hash waits in the lane of its work", () => {
  const { lanes } = openLanes();
  const expected = [
    [OWN, lanes.own],
    [BCRYPT_10, lanes.imported],
    ["$md5$that cannot be read", lanes.imported],
    [BCRYPT_13, lanes.slow],
    [COSTLY, lanes.slow],
    ["argon2id:m=1048576,t=64,p=1:c2FsdA:aGFzaA", lanes.slow],
  ] as const;
  for (const [stored, lane] of expected) assert.equal(laneOf(stored, lanes), lane, stored);
});

it("while a slow hash is computed, those of other accounts are", async () => {
  const { lanes } = openLanes();
  const slow = Promise.withResolvers<string>();
  const checked = laneOf(COSTLY, lanes).run(caller("carol"), () => slow.promise);
  const done: string[] = [];
  for (const stored of [OWN, BCRYPT_10])
    await laneOf(stored, lanes).run(caller("alice"), async () => done.push(stored));
  assert.deepEqual(done, [OWN, BCRYPT_10]);
  slow.resolve("matches");
  assert.equal(await checked, "matches");
});

it("slow hashes are computed one at a time, and who waits for one is answered at the deadline", async () => {
  const { lanes, timers, hits } = openLanes();
  const slow = Promise.withResolvers<void>();
  const started: string[] = [];
  const stored: string[] = [];
  const answers = ["carol", "dave"].map((name) =>
    lanes.slow.run(caller(name), async () => {
      started.push(name);
      await slow.promise;
      stored.push(name); // A hash of this server, in place of the slow one.
    }),
  );
  await setImmediate();
  assert.deepEqual(started, ["carol"]);
  for (const expire of timers) expire();
  for (const answer of answers)
    await assert.rejects(
      answer,
      (error) => error instanceof HashQueueError && error.retry_after === 5,
    );
  assert.deepEqual(new Set(hits), new Set(["longest_wait"]));
  assert.deepEqual(started, ["carol"], "the check of one who gave up is not begun");
  slow.resolve();
  await setImmediate();
  assert.deepEqual(stored, ["carol"], "what was begun is finished");
});
