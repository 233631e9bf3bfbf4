import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createGate, GateFullError } from "./gate.ts";

describe("a gate", () => {
  it("lets two run, makes the others wait their turn, and turns away who finds the queue full", async () => {
    const gate = createGate({ width: 2, waiting_max: 2 });
    const started: string[] = [];
    const task = (name: string) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const done = gate(() => {
        started.push(name);
        return promise;
      });
      return { done, finish: () => resolve(name) };
    };

    const [alice, bob, carol, dave] = [task("alice"), task("bob"), task("carol"), task("dave")];
    assert.deepEqual(started, ["alice", "bob"]);
    await assert.rejects(task("mallory").done, GateFullError);

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

  it("gives the place of a task that failed to the next one", async () => {
    const gate = createGate({ width: 1, waiting_max: 1 });
    const failed = gate(() => Promise.reject(new Error("no")));
    const next = gate(() => Promise.resolve("yes"));
    await assert.rejects(failed, /no/);
    assert.equal(await next, "yes");
    assert.equal(await gate(() => Promise.resolve("again")), "again");
  });
});
