import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createHashQueue, type HashLimit, HashQueueError, type HashLimits } from "./hash-queue.ts";

/** A queue whose tasks run until the test ends them, and whose clock the test controls. */
function openQueue(limits: Partial<HashLimits> = {}) {
  const started: string[] = [];
  const refused: [string, HashLimit][] = [];
  const hits: HashLimit[] = [];
  const running: (() => void)[] = [];
  const timers = new Set<() => void>();
  const queue = createHashQueue(
    {
      concurrency: 1,
      queue_length: 100,
      queue_length_per_caller: 100,
      longest_wait_ms: 5_000,
      ...limits,
    },
    {
      onLimit: (limit) => hits.push(limit),
      schedule: (_ms, callback) => {
        timers.add(callback);
        return () => timers.delete(callback);
      },
    },
  );
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    started,
    refused,
    hits,
    settle,
    /** Adds a task; `what` is its name in the lists. */
    add(what: string, address: string, name = "photos"): void {
      const task = (): Promise<void> => {
        started.push(what);
        return new Promise((resolve) => running.push(resolve));
      };
      queue.run({ address, name }, task).catch((error: unknown) => {
        assert.ok(error instanceof HashQueueError);
        refused.push([what, error.limit]);
      });
    },
    /** Ends so many tasks, one after another. */
    async finish(count: number): Promise<void> {
      await settle();
      for (let ended = 0; ended < count; ended += 1) {
        running.shift()?.();
        await settle();
      }
    },
    /** Lets the longest wait pass for all that wait now. */
    async passTime(): Promise<void> {
      for (const callback of timers) callback();
      await settle();
    },
  };
}

describe("a queue of slow hashes", () => {
  it("runs as many tasks at once as allowed, and the others in order", async () => {
    const queue = openQueue({ concurrency: 2 });
    for (const what of ["1", "2", "3", "4"]) queue.add(what, "192.0.2.1");
    await queue.settle();
    assert.deepEqual(queue.started, ["1", "2"]);
    await queue.finish(1);
    assert.deepEqual(queue.started, ["1", "2", "3"]);
    await queue.finish(3);
    assert.deepEqual(queue.started, ["1", "2", "3", "4"]);
  });

  it("serves addresses round-robin, however many tasks each has", async () => {
    const queue = openQueue();
    for (let guess = 0; guess < 80; guess += 1) queue.add(`guess ${guess}`, "203.0.113.1");
    queue.add("alice", "192.0.2.1");
    queue.add("bob", "192.0.2.2");
    queue.add("alice again", "192.0.2.1");
    await queue.finish(5);
    assert.deepEqual(queue.started, [
      "guess 0",
      "guess 1",
      "alice",
      "bob",
      "guess 2",
      "alice again",
    ]);
  });

  it("serves the names of one address round-robin", async () => {
    const queue = openQueue();
    for (let guess = 0; guess < 80; guess += 1) queue.add(`guess ${guess}`, "192.0.2.1", "photos");
    queue.add("music", "192.0.2.1", "music");
    await queue.finish(2);
    assert.deepEqual(queue.started, ["guess 0", "guess 1", "music"]);
  });

  it("treats the addresses of one IPv6 network as one", async () => {
    const queue = openQueue();
    for (const end of [1, 2, 3, 4]) queue.add(`guess ${end}`, `2001:db8::${end}`);
    queue.add("alice", "2001:db8:0:1::1");
    await queue.finish(2);
    assert.deepEqual(queue.started, ["guess 1", "guess 2", "alice"]);
  });

  it("drops the oldest of a caller that has too many waiting, and lets the newest in", async () => {
    const queue = openQueue({ queue_length_per_caller: 2 });
    for (const what of ["1", "2", "3", "4"]) queue.add(what, "192.0.2.1");
    queue.add("music", "192.0.2.1", "music");
    await queue.settle();
    assert.deepEqual(queue.refused, [["2", "queue_length_per_caller"]]);
    assert.deepEqual(queue.hits, ["queue_length_per_caller"]);
    await queue.finish(4);
    assert.deepEqual(queue.started, ["1", "3", "music", "4"]);
  });

  it("that is full drops the oldest of the address that has the most waiting", async () => {
    const queue = openQueue({ queue_length: 3 });
    for (const what of ["0", "1", "2", "3"]) queue.add(what, "203.0.113.1");
    queue.add("alice", "192.0.2.1");
    await queue.settle();
    assert.deepEqual(queue.refused, [["1", "queue_length"]]);
    await queue.finish(4);
    assert.deepEqual(queue.started, ["0", "2", "alice", "3"]);
  });

  it("rejects a task that waited too long, and says when to retry", async () => {
    const queue = openQueue();
    for (const what of ["1", "2"]) queue.add(what, "192.0.2.1");
    await queue.passTime();
    assert.deepEqual(queue.refused, [["2", "longest_wait"]]);
    queue.add("3", "192.0.2.1");
    await queue.finish(2);
    assert.deepEqual(queue.started, ["1", "3"]);
    assert.deepEqual(queue.hits, ["longest_wait"]);
    assert.equal(new HashQueueError("longest_wait", 5).retry_after, 5);
  });

  it("does not reject a task that has started, however long it takes", async () => {
    const queue = openQueue();
    for (const what of ["1", "2"]) queue.add(what, "192.0.2.1");
    await queue.finish(1);
    await queue.passTime();
    assert.deepEqual(queue.refused, []);
    assert.deepEqual(queue.started, ["1", "2"]);
  });

  it("gives the slot of a task that failed to the next one", async () => {
    const queue = createHashQueue({
      concurrency: 1,
      queue_length: 1,
      queue_length_per_caller: 1,
      longest_wait_ms: 5_000,
    });
    const caller = { address: "192.0.2.1", name: "photos" };
    const failed = queue.run(caller, () => Promise.reject(new Error("no")));
    const next = queue.run(caller, () => Promise.resolve("yes"));
    await assert.rejects(failed, /no/);
    assert.equal(await next, "yes");
    assert.equal(await queue.run(caller, () => Promise.resolve("again")), "again");
  });
});
