import assert from "node:assert/strict";
import { it } from "node:test";
import { createSignal } from "../context/signal.ts";
import type { Outbox } from "../store/port/outbox.ts";
import { createLog } from "../telemetry/log.ts";
import { startDeliveries } from "./deliveries.ts";

const log = createLog({ level: "error", format: "json", write: () => {} });

it(
  "a server that stops does not wait for all deliveries of a full outbox",
  { timeout: 10_000 },
  async () => {
    const deliveries_due = createSignal();
    const released = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let attempts = 0;
    const attempt = (): Promise<void> => {
      attempts += 1;
      begun.resolve();
      return released.promise;
    };
    const context = { log, now: () => 0, deliveries_due };
    const job = startDeliveries("deliveries", fullOutbox(), attempt, context);
    deliveries_due.notify();
    await begun.promise;
    const stopped = job.stop();
    const begun_before = attempts;
    released.resolve();
    await stopped;
    assert.equal(attempts, begun_before);
  },
);

/** As many deliveries are due as can be taken, always. */
function fullOutbox(): Outbox<number> {
  return {
    take: async (_now, _until, limit) => Array.from({ length: limit }, (_, index) => index),
  };
}
