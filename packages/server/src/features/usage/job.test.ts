import assert from "node:assert/strict";
import { test } from "node:test";
import { createPendingCounts } from "./counter.ts";
import { storeCounts } from "./job.ts";
import type { CountedRequest, Usage } from "./store.ts";

const counted: CountedRequest = { client_id: "photos", request: "{}", requests: 1 };

/** Counts whose writes end when the test says so. */
function holdWrites() {
  const stored: CountedRequest[] = [];
  const begun: PromiseWithResolvers<void>[] = [];
  const store: Usage = {
    async add(counts) {
      const write = Promise.withResolvers<void>();
      begun.push(write);
      await write.promise;
      stored.push(...counts);
    },
    list: async () => stored,
  };
  const pending = createPendingCounts(() => ({ signed: false, proves_key: false }));
  const context = { usage: { pending, store }, now: () => 0, config: { "usage.lifespan": 60 } };
  return { context, pending, begun, stored };
}

test("counts that are being stored are stored when the next write ends", async () => {
  const { context, pending, begun, stored } = holdWrites();
  pending.restore([counted]);
  const byJob = storeCounts(context);
  const beforeReading = storeCounts(context).then(() => stored.length);
  await new Promise(setImmediate);
  begun[0]?.resolve();
  assert.equal(await beforeReading, 1);
  await byJob;
});

test("counts that could not be stored are stored by the next write", async () => {
  const { context, pending, begun, stored } = holdWrites();
  pending.restore([counted]);
  const byJob = storeCounts(context);
  const next = storeCounts(context);
  await new Promise(setImmediate);
  begun[0]?.reject(new Error("The database is gone."));
  await assert.rejects(byJob);
  await new Promise(setImmediate);
  begun[1]?.resolve();
  await next;
  assert.deepEqual(stored, [counted]);
});
