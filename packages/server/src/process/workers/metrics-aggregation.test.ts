import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMetricsAggregation, type MetricsAggregation } from "./metrics-aggregation.ts";
import type { Ending, Hand } from "./spawn.ts";
import type { ToWorker } from "./messages.ts";

describe("the desk where metrics are gathered", () => {
  it("asks every worker and answers with the sum", async () => {
    const { desk, hands, answers } = open([3, 4]);
    await desk.gather(hands[0], 7);
    assert.deepEqual(answers(), [[7, 7]]);
  });

  it("goes on with what a worker counted that is no more", async () => {
    const { desk, hands, answers, counts } = open([3, 4]);
    await desk.gather(hands[0], 1);
    desk.bury(2);
    counts[1] = 0; // Its successor begins anew.
    await desk.gather(hands[0], 2);
    counts[1] = 2;
    await desk.gather(hands[0], 3);
    assert.deepEqual(answers(), [
      [1, 7],
      [2, 7],
      [3, 9],
    ]);
  });

  it("does not wait for a worker that dies meanwhile", async () => {
    const { desk, hands, answers } = open([3, "dies"]);
    await desk.gather(hands[0], 1);
    assert.deepEqual(answers(), [[1, 3]]);
  });
});

/** A desk with two pretended workers that have counted so many. */
function open(counts: (number | "dies")[]) {
  const told: ToWorker[] = [];
  const ended = Promise.withResolvers<Ending>();
  const hand = (number: number): Hand => ({
    number,
    pid: number,
    ready: Promise.withResolvers<never>().promise,
    ended: ended.promise,
    kill: () => {},
    tell(message) {
      if (message.kind !== "show_metrics") return void told.push(message);
      const count = counts[number - 1] ?? 0;
      if (count === "dies") return ended.resolve({ code: null, signal: "SIGKILL" });
      desk.hear(number, { kind: "metrics", question: message.question, page: pageOf(count) });
    },
  });
  const hands = [hand(1), hand(2)] as const;
  const desk: MetricsAggregation = createMetricsAggregation(
    () => hands,
    () => "",
  );
  const answers = (): (readonly [question: number, total: number])[] =>
    told.flatMap((message) =>
      message.kind === "all_metrics"
        ? [[message.question, Number(/^tokens_total (\d+)$/m.exec(message.page)?.[1])] as const]
        : [],
    );
  return { desk, hands, answers, counts };
}

function pageOf(count: number): string {
  return `# HELP tokens_total Tokens.\n# TYPE tokens_total counter\ntokens_total ${count}\n`;
}
