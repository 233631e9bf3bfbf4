import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMetricsAggregation, type MetricsAggregation } from "./metrics-aggregation.ts";
import type { Exit, WorkerHandle } from "./spawn.ts";
import type { ToWorker } from "./messages.ts";

describe("the aggregation of metrics", () => {
  it("queries every worker and sends the sum", async () => {
    const { aggregation, workers, answers } = open([3, 4]);
    await aggregation.merge(workers[0], 7);
    assert.deepEqual(answers(), [[7, 7]]);
  });

  it("keeps the counters of a worker that exited", async () => {
    const { aggregation, workers, answers, counts } = open([3, 4]);
    await aggregation.merge(workers[0], 1);
    aggregation.reap(2);
    counts[1] = 0; // Its successor starts at zero.
    await aggregation.merge(workers[0], 2);
    counts[1] = 2;
    await aggregation.merge(workers[0], 3);
    assert.deepEqual(answers(), [
      [1, 7],
      [2, 7],
      [3, 9],
    ]);
  });

  it("does not wait for a worker that exits meanwhile", async () => {
    const { aggregation, workers, answers } = open([3, "dies"]);
    await aggregation.merge(workers[0], 1);
    assert.deepEqual(answers(), [[1, 3]]);
  });
});

/** An aggregation with two fake workers that have counted this many tokens. */
function open(counts: (number | "dies")[]) {
  const sent: ToWorker[] = [];
  const exited = Promise.withResolvers<Exit>();
  const worker = (number: number): WorkerHandle => ({
    number,
    pid: number,
    ready: Promise.withResolvers<never>().promise,
    exited: exited.promise,
    kill: () => {},
    send(message) {
      if (message.kind !== "show_metrics") return void sent.push(message);
      const count = counts[number - 1] ?? 0;
      if (count === "dies") return exited.resolve({ code: null, signal: "SIGKILL" });
      aggregation.receive(number, {
        kind: "metrics",
        request: message.request,
        page: pageOf(count),
      });
    },
  });
  const workers = [worker(1), worker(2)] as const;
  const aggregation: MetricsAggregation = createMetricsAggregation(
    () => workers,
    () => "",
  );
  const answers = (): (readonly [request: number, total: number])[] =>
    sent.flatMap((message) =>
      message.kind === "all_metrics"
        ? [[message.request, Number(/^tokens_total (\d+)$/m.exec(message.page)?.[1])] as const]
        : [],
    );
  return { aggregation, workers, answers, counts };
}

function pageOf(count: number): string {
  return `# HELP tokens_total Tokens.\n# TYPE tokens_total counter\ntokens_total ${count}\n`;
}
