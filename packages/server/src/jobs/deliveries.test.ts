import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { createSignal } from "../context/signal.ts";
import type { Outbox } from "../store/port/outbox.ts";
import { createLog } from "../telemetry/log.ts";
import { createOutageLog } from "../telemetry/outage-log.ts";
import { MAX_ATTEMPTS, MAX_ATTEMPTS_PER_RECEIVER } from "./attempts.ts";
import { startDeliveries } from "./deliveries.ts";

const log = createLog({ level: "error", format: "json", write: () => {} });
const outages = createOutageLog({ log, ping: async () => {} });

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
    const context = { log, outages, now: () => 0, deliveries_due };
    const receiverOf = async () => "https://photos.example/logout";
    const job = startDeliveries("deliveries", fullOutbox(), attempt, context, receiverOf);
    deliveries_due.notify();
    await begun.promise;
    const stopped = job.stop();
    const begunBefore = attempts;
    released.resolve();
    await stopped;
    assert.equal(attempts, begunBefore);
  },
);

/** As many deliveries are due as can be taken, always. */
function fullOutbox(): Outbox<Delivery> {
  return {
    take: async (_now, _until, limit) =>
      Array.from({ length: limit }, (_, index) => ({ delivery_id: `${index}`, url: "" })),
    putBack: async () => {},
  };
}

interface Delivery {
  readonly delivery_id: string;
  readonly url: string;
}

describe("receivers that hang", () => {
  /** Deliveries are taken in the order of `urls`; those to a host with "hanging" in its name end with the test. */
  function start(urls: readonly string[]) {
    const deliveries_due = createSignal();
    const released = Promise.withResolvers<void>();
    const begun: string[] = [];
    const put_back: number[] = [];
    const due = urls.map((url, index) => ({ delivery_id: `${index}`, url }));
    const outbox: Outbox<Delivery> = {
      take: async (_now, _until, limit) => due.splice(0, limit),
      putBack: async (_, due_at) => void put_back.push(due_at),
    };
    const attempt = async ({ url }: Delivery): Promise<void> => {
      begun.push(url);
      if (url.includes("hanging")) await released.promise;
    };
    const context = { log, outages, now: () => 0, deliveries_due };
    const job = startDeliveries("deliveries", outbox, attempt, context, async ({ url }) => url);
    deliveries_due.notify();
    const add = (url: string): void => {
      due.push({ delivery_id: url, url });
      deliveries_due.notify();
    };
    const end = async (): Promise<void> => {
      released.resolve();
      await job.stop();
    };
    return { begun, put_back, add, end };
  }

  async function turnUntil(isTrue: () => boolean): Promise<void> {
    for (let turn = 0; turn < 1_000 && !isTrue(); turn += 1) await nextTick();
    assert.ok(isTrue());
  }

  const hanging = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://hanging-${index}.example/`);

  it("do not delay the deliveries to others, due before or after them", async () => {
    const { begun, add, end } = start([...hanging(30), "https://photos.example/"]);
    await turnUntil(() => begun.includes("https://photos.example/"));
    add("https://mail.example/");
    await turnUntil(() => begun.includes("https://mail.example/"));
    await end();
  });

  it("have a limited number of attempts, and the others go back", async () => {
    const one = Array.from({ length: 300 }, (_, index) => `https://hanging.example/${index}`);
    const { begun, put_back, end } = start([...one, "https://photos.example/"]);
    await turnUntil(() => begun.includes("https://photos.example/"));
    assert.equal(begun.length, MAX_ATTEMPTS_PER_RECEIVER + 1);
    assert.equal(put_back.length, one.length - MAX_ATTEMPTS_PER_RECEIVER);
    const perSecond = Map.groupBy(put_back, (due_at) => due_at);
    assert.deepEqual(
      [...perSecond].map(([due_at, all]) => [due_at, all.length]),
      [
        [1, 100],
        [2, 100],
        [3, 90],
      ],
      "not all of them at once",
    );
    await end();
  });

  it("have a limited number of attempts all together", async () => {
    const { begun, end } = start(hanging(MAX_ATTEMPTS + 50));
    await turnUntil(() => begun.length === MAX_ATTEMPTS);
    for (let turn = 0; turn < 100; turn += 1) await nextTick();
    assert.equal(begun.length, MAX_ATTEMPTS);
    await end();
  });
});
