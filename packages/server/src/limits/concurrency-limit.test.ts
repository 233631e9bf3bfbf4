import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createConcurrencyLimit, QueueFullError } from "./concurrency-limit.ts";

describe("a concurrency limit", () => {
  it("lets two tasks run, queues the others in order, and rejects one that finds the queue full", async () => {
    const limit = createConcurrencyLimit({ concurrency: 2, waiting_max: 2 });
    const started: string[] = [];
    const task = (name: string) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const done = limit(() => {
        started.push(name);
        return promise;
      });
      return { done, finish: () => resolve(name) };
    };

    const [alice, bob, carol, dave] = [task("alice"), task("bob"), task("carol"), task("dave")];
    assert.deepEqual(started, ["alice", "bob"]);
    await assert.rejects(task("mallory").done, QueueFullError);

    bob.finish();
    await bob.done;
    assert.deepEqual(started, ["alice", "bob", "carol"]);

    alice.finish();
    carol.finish();
    dave.finish();
    assert.deepEqual(await Promise.all([alice.done, carol.done, dave.done]), [
      "alice",
      "carol",
      "dave",
    ]);
  });

  it("gives the slot of a task that failed to the next one", async () => {
    const limit = createConcurrencyLimit({ concurrency: 1, waiting_max: 1 });
    const failed = limit(() => Promise.reject(new Error("no")));
    const next = limit(() => Promise.resolve("yes"));
    await assert.rejects(failed, /no/);
    assert.equal(await next, "yes");
    assert.equal(await limit(() => Promise.resolve("again")), "again");
  });
});
