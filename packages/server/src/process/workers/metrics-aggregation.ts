import { mergePages, type Page } from "../../telemetry/merge-pages.ts";
import type { Hand } from "./spawn.ts";
import type { ToPrimary } from "./messages.ts";

/** Where the primary gathers what its workers count. */
export interface MetricsAggregation {
  /** Asks every worker, and answers whoever wanted to know. */
  gather(asker: Hand, question: number): Promise<void>;
  /** Hears a worker's metrics. */
  hear(number: number, message: Extract<ToPrimary, { kind: "metrics" }>): void;
  /** Keeps what a worker counted that is no more: a count that falls would read as a new beginning. */
  bury(number: number): void;
}

/** A worker that takes longer is busy; what it said last will do. */
const PATIENCE_MS = 1_000;

/** `own` are the primary's metrics. */
export function createMetricsAggregation(
  hands: () => readonly Hand[],
  own: () => string,
): MetricsAggregation {
  const latest = new Map<number, string>();
  const waiting = new Map<string, () => void>();
  let departed = "";
  let questions = 0;

  const ask = async (hand: Hand, question: number): Promise<void> => {
    const name = `${question} ${hand.number}`;
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    waiting.set(name, resolve);
    hand.tell({ kind: "show_metrics", question });
    await Promise.race([heard, hand.ended]);
    clearTimeout(timer);
    waiting.delete(name);
  };

  const page = (): string => {
    const workers = [...latest].toSorted(([one], [other]) => one - other);
    const pages: Page[] = [
      ...workers.map(([number, text]) => ({ worker: String(number), text })),
      { worker: "primary", text: own() },
      { worker: undefined, text: departed },
    ];
    return mergePages(pages);
  };

  return {
    async gather(asker, question) {
      questions += 1;
      const number = questions;
      await Promise.all(hands().map((hand) => ask(hand, number)));
      asker.tell({ kind: "all_metrics", question, page: page() });
    },
    hear(number, message) {
      latest.set(number, message.page);
      if (message.question !== undefined) waiting.get(`${message.question} ${number}`)?.();
    },
    bury(number) {
      const text = latest.get(number) ?? "";
      departed = mergePages([departed, text].map((each) => ({ worker: undefined, text: each })));
      latest.delete(number);
    },
  };
}
